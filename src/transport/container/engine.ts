/** The container engine of this machine: docker or podman, whichever answers. */
import {
  type Clock,
  type Environment,
  firstLine,
  inOneLine,
  systemClock,
  TransportError,
} from '../../base/index.js'
import { clientEnvironment } from './client-environment.js'
import { type EngineReply, runEngine } from './run-engine.js'

export type EngineName = 'docker' | 'podman'

/** An engine that has answered. It holds nothing open. */
export interface ContainerEngine {
  readonly name: EngineName
  readonly version: string
  /**
   * Runs one command of the engine and resolves with what it printed, whatever its exit code.
   * @throws TransportError ENGINE_FAILED when it does not end in time, and it is ended; SPAWN_FAILED
   */
  run(args: readonly string[], options?: EngineRunOptions): Promise<EngineReply>
}

export interface EngineRunOptions {
  /** Milliseconds; default 30,000. */
  readonly timeoutMs?: number
  /** Ends the command; what it was doing may be half done. */
  readonly signal?: AbortSignal
}

export interface EngineWorld {
  readonly environment?: Environment
  readonly clock?: Clock
}

/**
 * The engine that is asked for, else docker, else podman. What was found once is kept for the process; a failure is not.
 * @throws TransportError ENGINE_MISSING, which tells what each of them said
 */
export async function findEngine(
  wanted?: EngineName,
  { environment = process.env, clock = systemClock }: EngineWorld = {},
): Promise<ContainerEngine> {
  const key = JSON.stringify([wanted, environment.PATH, clientEnvironment(environment)])
  const finding = found.get(key) ?? find(wanted === undefined ? NAMES : [wanted], environment, clock)
  found.set(key, finding)
  try {
    return await finding
  } catch (failure) {
    found.delete(key)
    throw failure
  }
}

/** Asks one engine for its version. @throws TransportError ENGINE_MISSING */
export async function askEngine(
  name: EngineName,
  environment: Environment,
  clock: Clock = systemClock,
): Promise<ContainerEngine> {
  const run: ContainerEngine['run'] = (args, options = {}) =>
    runEngine(name, args, { timeoutMs: 30_000, ...options, environment, clock })
  const reply = await run(['version', '--format', '{{.Server.Version}}'], { timeoutMs: ASK_MS }).catch(silent)
  const lines = reply.stdout.trim().split('\n')
  const version = lines.at(-1) ?? ''
  if (reply.exitCode === 0 && /^\d+\.\d[\w.+~-]*$/.test(version)) return { name, version, run }
  const [said = lines[0] ?? ''] = reply.stderr.filter((line) => line.trim() !== '').slice(-1)
  throw missing([`${name}: ${said === '' ? 'it says nothing' : said}`], INSTALL)
}

/** One promise for each way of asking: every start of a container asks, and an engine takes its time. */
const found = new Map<string, Promise<ContainerEngine>>()

const NAMES: readonly EngineName[] = ['docker', 'podman']
/** How long an engine may take to tell its version; milliseconds. */
const ASK_MS = 5000
const INSTALL =
  'install podman or Docker, and start its daemon where it has one; understudy doctor tells what answers'

async function find(
  names: readonly EngineName[],
  environment: Environment,
  clock: Clock,
): Promise<ContainerEngine> {
  const asked = await Promise.allSettled(names.map((name) => askEngine(name, environment, clock)))
  const first = asked.find((each) => each.status === 'fulfilled')
  if (first !== undefined) return first.value
  throw missing(
    asked.flatMap((each) => (each.status === 'rejected' ? evidenceOf(each.reason) : [])),
    INSTALL,
  )
}

function missing(said: readonly string[], hint: string): TransportError {
  const evidence = said.map((line) => inOneLine(line, 500))
  return new TransportError('ENGINE_MISSING', 'Cannot run containers: no container engine answers', {
    evidence,
    hint,
  })
}

function evidenceOf(failure: unknown): readonly string[] {
  return failure instanceof TransportError ? failure.evidence : [String(failure)]
}

/** An engine that could not be asked said why in an error. */
function silent(failure: unknown): EngineReply {
  const line = firstLine(failure)
  return { exitCode: null, stdout: '', stderr: [line] }
}
