/** A container before it runs: the command of the engine's client, and who looks after the container once that runs. */
import { spawn } from 'node:child_process'
import { type Clock, defined, inOneLine, randomName, type TransportError, waitFor } from '../../base/index.js'
import { GRACE_MS } from '../grace.js'
import { describeLaunch, type Launch } from '../launch.js'
import type { EndingOptions } from '../stop-process.js'
import { type BuiltImage, buildImage } from './build-image.js'
import { clientEnvironment } from './client-environment.js'
import { type ContainerTarget, checkTarget } from './container-target.js'
import { type ContainerEngine, findEngine } from './engine.js'
import { engineFailed } from './explain-engine.js'
import { isOwnerAlive, OWNER_LABEL, PLACE_LABEL, thisPlace } from './owner.js'
import { type Ending, removeContainers } from './remove-container.js'
import { runCommand } from './run-arguments.js'

/**
 * Removes what earlier processes left behind: one that was killed could not.
 * Removes the containers of this user whose owner is gone, once a process and engine; those of other machines and users are left.
 * Never rejects: whatever is wrong with the engine, the start that follows tells it better.
 */
function sweepOnce(engine: ContainerEngine, clock: Clock): Promise<void> {
  const sweeping = swept.get(engine.name) ?? sweep(engine, clock).catch(() => undefined)
  swept.set(engine.name, sweeping)
  return sweeping
}

/** One promise an engine: whoever starts a container waits for the same look. */
const swept = new Map<string, Promise<void>>()

async function sweep(engine: ContainerEngine, clock: Clock): Promise<void> {
  const ours = ['ps', '--all', '--quiet', `--filter=label=${PLACE_LABEL}=${thisPlace()}`]
  const ids = linesOf((await engine.run(ours)).stdout)
  if (ids.length === 0) return
  const format = `{{.Id}} {{index .Config.Labels "${OWNER_LABEL}"}}`
  const owners = linesOf(
    (await engine.run(['inspect', '--type=container', `--format=${format}`, ...ids])).stdout,
  )
  const orphans = owners.flatMap((line) => {
    const [id = '', owner = ''] = line.split(' ')
    return isOwnerAlive(owner) ? [] : [id]
  })
  if (orphans.length > 0) await removeContainers(engine, orphans, { kind: 'kill' }, clock)
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '')
}

/** For commands of the engine about it, such as `logs`. */
export interface RunningContainer {
  readonly name: string
  readonly image: string
  readonly engine: ContainerEngine
}

export interface PreparedContainer {
  readonly container: RunningContainer
  /** Starts the engine's client, and with it the container. */
  readonly launch: Launch
  /** What error texts call it. */
  readonly peer: string
  /** The client could not be started: there is no container. */
  forget(): void
  /** Removes the container, which outlives a client that is killed; resolves when it is gone. The first call says how. */
  remove(end: ClientEnd): Promise<void>
  /**
   * What kept the container from running, where the client of the engine speaks for itself; `stderrTail` are its last words.
   * Only for a container that said nothing.
   */
  failureOf(exitCode: number | undefined, stderrTail: readonly string[]): TransportError | undefined
}

/** How the engine's client ended. */
export interface ClientEnd {
  /** Absent when it was killed. */
  readonly exitCode?: number
  /** True when it was stopped here, which asks the server to end. */
  readonly isClosedHere: boolean
}

export interface PrepareOptions extends EndingOptions {
  readonly clock: Clock
  /** Gives up waiting for the engine; what others wait for too goes on. */
  readonly signal?: AbortSignal | undefined
}

/** @throws UsageError USAGE, FILE_UNREADABLE; TransportError ENGINE_MISSING, ENGINE_FAILED; the signal's reason */
export async function prepareContainer(
  target: ContainerTarget,
  options: PrepareOptions,
): Promise<PreparedContainer> {
  checkTarget(target)
  const { signal } = options
  // Each command of the engine has a limit of its own.
  return waitFor(prepare(target, options), {
    onTimeout: () => new Error('the wait has no limit'),
    ...defined({ signal }),
  })
}

async function prepare(
  target: ContainerTarget,
  { graceMs = GRACE_MS, hurry, clock, signal }: PrepareOptions,
): Promise<PreparedContainer> {
  const engine = await findEngine(target.engine)
  const image = await imageOf(target, engine, signal)
  await sweepOnce(engine, clock)
  signal?.throwIfAborted()
  const name = `understudy-${randomName()}`
  const { args, env } = runCommand(name, image.id, target, engine.name)
  const forget = removeAtExit(name, engine)
  let gone: Promise<void> | undefined

  /** The client passed SIGTERM on, and waited; where it died by itself nobody has asked the server yet. */
  function endingOf({ exitCode, isClosedHere }: ClientEnd): Ending {
    if (exitCode !== undefined) return { kind: 'ended' }
    return isClosedHere || hurry?.aborted === true ? { kind: 'kill' } : { kind: 'stop', graceMs }
  }

  return {
    container: { name, image: image.tag, engine },
    launch: { command: engine.name, args, env: { ...clientEnvironment(process.env), ...env } },
    peer: describeLaunch({ command: engine.name, args: ['run', image.tag, ...(target.args ?? [])] }),
    forget,
    remove(end) {
      gone ??= removeContainers(engine, [name], endingOf(end), clock).then(forget)
      return gone
    },
    failureOf(exitCode, stderrTail) {
      if (!ENGINE_EXITS.includes(exitCode)) return undefined
      const shown = inOneLine(image.tag, 200)
      return engineFailed(`run "${shown}" in a container`, stderrTail)
    },
  }
}

/** A client that ends with one of these speaks for the engine (docker run, exit status). */
const ENGINE_EXITS: readonly (number | undefined)[] = [125, 126, 127]

async function imageOf(
  { image, build }: ContainerTarget,
  engine: ContainerEngine,
  signal: AbortSignal | undefined,
): Promise<Pick<BuiltImage, 'id' | 'tag'>> {
  if (build === undefined) return { id: image, tag: image }
  return buildImage(build, { engine: engine.name, ...defined({ signal }) })
}

/** One set for the process, because its exit is one event: a listener for each container would trip Node's leak warning. */
const running = new Map<string, ContainerEngine>()

/** Has the container removed should this process exit before the returned function is called. */
function removeAtExit(name: string, engine: ContainerEngine): () => void {
  if (running.size === 0) process.on('exit', removeAll)
  running.set(name, engine)
  return () => {
    running.delete(name)
    if (running.size === 0) process.off('exit', removeAll)
  }
}

/** An engine that hangs must not hold the exit: whoever removes them outlives us. */
function removeAll(): void {
  for (const engine of new Set([...running.values()].map(({ name }) => name))) {
    const names = [...running].flatMap(([name, its]) => (its.name === engine ? [name] : []))
    const [command, args] = removal(engine, names)
    spawn(command, args, { detached: true, stdio: 'ignore' })
      // An engine that is gone has no containers.
      .on('error', () => undefined)
      .unref()
  }
}

/** Kills first: a removal may wait for what does not listen. */
function removal(engine: string, names: readonly string[]): [command: string, args: readonly string[]] {
  if (process.platform === 'win32') return [engine, ['rm', '--force', ...names]]
  return ['sh', ['-c', '"$0" kill "$@"; "$0" rm --force "$@"', engine, ...names]]
}
