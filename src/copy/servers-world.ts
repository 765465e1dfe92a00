/** One world with its servers: calls them, and tells what was seen of each call. */

import {
  type Clock,
  deferred,
  firstLine,
  packageVersion,
  systemClock,
  UnderstudyError,
} from '../base/index.js'
import type { ToolCall } from '../call/index.js'
import type { CopiedAnswer, CopiedServerFacts, CopiedServers } from '../dryrun/index.js'
import { connectEntry, describeServer } from '../launch/index.js'
import type { ServerTools } from '../registry/index.js'
import type { Session } from '../session/index.js'
import type { CopiedServer, CopiedWorld } from '../transport/copy/index.js'
import { blameForAttempts } from './blame-for-attempts.js'
import { closedToCopies } from './closed-to-copies.js'
import type { CopyCandidate, CopyServersOptions, NotCopiedServer } from './copy-plan.js'
import { createCopy } from './create-copy.js'
import { attemptsIn, watchNetwork } from './network-watch.js'
import { partlyCopied } from './partly-copied.js'
import { seenChanges } from './seen-changes.js'

export interface ServersWorld extends CopiedServers {
  readonly tools: readonly ServerTools[]
  /** Servers that may list other tools where there is a network: something had tried to reach it when they listed them. */
  readonly listsInDoubt: readonly string[]
  /** Servers that did not start here. */
  readonly failures: readonly NotCopiedServer[]
  /** Something was changed while they started, or one of them did not start. */
  readonly isMovedByStart: boolean
  /** What servers have changed by now while nobody called them is told of no call. */
  skipChanges(): Promise<void>
}

export interface WorldOptions extends CopyServersOptions {
  readonly baseDir: string
  /** Which copy it is, from 1. */
  readonly number: number
}

/**
 * Makes a world and starts all servers in it, side by side. One that does not start is told in `failures`.
 * @throws TransportError COPY_REFUSED; SandboxError SANDBOX_MISSING; the signal's reason when aborted
 */
export async function openServersWorld(
  candidates: readonly CopyCandidate[],
  options: WorldOptions,
): Promise<ServersWorld> {
  const clock = options.copy?.clock ?? systemClock
  const begun = clock.monotonic()
  const roots = [...new Set(candidates.flatMap((each) => each.roots))]
  const world = await createCopy({ ...options.copy, roots })
  const watch = watchNetwork(world, options.onNetworkAttempt, clock)
  try {
    const started = await startServers(candidates, world, options)
    const startMs = clock.monotonic() - begun
    return new RunningWorld(candidates, { ...options, world, watch, clock, startMs }, started)
  } catch (failure) {
    watch[Symbol.dispose]()
    await world.close()
    throw failure
  }
}

interface StartedServers {
  readonly running: ReadonlyMap<string, Running>
  readonly failures: readonly NotCopiedServer[]
  readonly isMovedByStart: boolean
}

async function startServers(
  candidates: readonly CopyCandidate[],
  world: CopiedWorld,
  options: WorldOptions,
): Promise<StartedServers> {
  const running = new Map<string, Running>()
  const failures: NotCopiedServer[] = []
  const awaited = awaitEach(candidates)
  const start = async (candidate: CopyCandidate): Promise<void> => {
    const { name } = candidate.entry
    try {
      const onRunning = (): void => awaited.came(candidate)
      const started = await startServer(candidate, world, { ...options, onRunning })
      running.set(name, started)
      options.onListed?.(name, started.isListInDoubt ? undefined : started.tools)
    } catch (failure) {
      options.signal?.throwIfAborted()
      options.onListed?.(name, undefined)
      const evidence = failure instanceof UnderstudyError ? failure.evidence : []
      failures.push({ server: name, why: `it did not start there: ${firstLine(failure)}`, evidence })
    } finally {
      awaited.came(candidate)
    }
  }
  // All that there is is looked at once all of them run, and while they start: what they wrote by then is told of the few places that moved.
  const [early] = await Promise.all([awaited.all.then(() => world.changes()), ...candidates.map(start)])
  options.signal?.throwIfAborted()
  // What servers write when they start is nobody's call, and what they ask of the network then, nobody's answer.
  const isMovedByStart = [...early, ...(await world.changes())].length > 0 || failures.length > 0
  return { running, failures, isMovedByStart }
}

interface RunningMeans extends WorldOptions {
  readonly world: CopiedWorld
  readonly watch: Disposable
  readonly clock: Clock
  readonly startMs: number
}

/** All members are its own: who holds more than one world spreads it. */
class RunningWorld implements ServersWorld {
  readonly tools: readonly ServerTools[]
  readonly listsInDoubt: readonly string[]
  readonly failures: readonly NotCopiedServer[]
  readonly isMovedByStart: boolean
  readonly servers: ReadonlyMap<string, CopiedServerFacts>
  readonly startMs: number
  readonly #means: RunningMeans
  readonly #running: ReadonlyMap<string, Running>
  readonly #blame: ReturnType<typeof blameForAttempts>
  #ending: Promise<void> | undefined

  constructor(
    candidates: readonly CopyCandidate[],
    means: RunningMeans,
    { running, failures, isMovedByStart }: StartedServers,
  ) {
    this.#means = means
    this.#running = running
    this.failures = failures
    this.isMovedByStart = isMovedByStart
    this.startMs = means.startMs
    const atStart = attemptsIn(means.world)
    this.#blame = blameForAttempts(() => attemptsIn(means.world) - atStart)
    this.tools = candidates.flatMap(({ entry }) => running.get(entry.name)?.tools ?? [])
    this.listsInDoubt = [...running].flatMap(([name, { isListInDoubt }]) => (isListInDoubt ? [name] : []))
    this.servers = new Map(
      [...running].map(([name, { facts }]) => [name, { ...facts, triedAtStart: atStart > 0 }]),
    )
  }

  readonly call = async (call: ToolCall): Promise<CopiedAnswer> => {
    const { clock, world, baseDir } = this.#means
    const [begunMs, askedAtMs] = [clock.monotonic(), clock.now()]
    const attempts = this.#blame.begin(call.server)
    const server = this.#running.get(call.server)
    try {
      const said = await ask(server, call)
      const saidAtMs = server?.saidAtMs()
      const tookMs = clock.monotonic() - begunMs
      return {
        ...said,
        ...attempts.soFar(),
        ...{ tookMs, askedAtMs, saidAtMs },
        isFull: world.freeBytes() < LITTLE_BYTES,
        changes: seenChanges(await world.changes(), baseDir),
      }
    } finally {
      attempts.end()
    }
  }

  readonly skipChanges = async (): Promise<void> => {
    await this.#means.world.changes()
  }

  readonly setAccessTimes = async (paths: readonly string[], atMs: number): Promise<void> => {
    await this.#means.world.setAccessTimes(paths, atMs)
    await this.#means.world.changes()
  }

  readonly end: ServersWorld['end'] = async () => {
    const { world, baseDir } = this.#means
    await this.#endServers()
    const late = await world.changes({ everything: true })
    // Nobody needs it any more, and it takes a moment to be gone: whoever disposes it hears what becomes of that.
    void world.close().catch(() => undefined)
    return seenChanges(late, baseDir)
  }

  readonly [Symbol.asyncDispose] = async (): Promise<void> => {
    this.#means.watch[Symbol.dispose]()
    // Whatever still runs ends with its world.
    await this.#means.world.close()
    await this.#endServers()
  }

  #endServers(): Promise<void> {
    this.#ending ??= Promise.all([...this.#running.values()].map(({ session }) => session.close())).then(
      () => undefined,
    )
    return this.#ending
  }
}

/** `all` resolves when each of them came. */
function awaitEach<T>(these: readonly T[]): { came(one: T): void; readonly all: Promise<void> } {
  const missing = new Set(these)
  const { promise: all, resolve } = deferred()
  return {
    came(one) {
      missing.delete(one)
      if (missing.size === 0) resolve()
    },
    all,
  }
}

/** Of a server that may work anywhere. */
const NOTHING_WHOLE = [{ root: '/', why: 'no folder of the server is known' }] as const

/** What a call that writes may need at once. */
const LITTLE_BYTES = 1_048_576

interface Running {
  readonly session: Session
  readonly tools: ServerTools
  readonly isListInDoubt: boolean
  readonly facts: Omit<CopiedServerFacts, 'triedAtStart'>
  saidAtMs(): number | undefined
}

interface StartOptions extends WorldOptions {
  /** Its process runs; it has said nothing yet. */
  readonly onRunning: () => void
}

async function startServer(
  { entry, settings, roots }: CopyCandidate,
  world: CopiedWorld,
  { session: sessionOf, number, signal, onRunning }: StartOptions,
): Promise<Running> {
  let started: CopiedServer | undefined
  const session = await connectEntry(entry, {
    ...(sessionOf?.(entry.name, number) ?? { clientInfo: { name: 'understudy', version: packageVersion() } }),
    async startCommand(launch) {
      started = await world.start(launch)
      onRunning()
      return started
    },
  })
  try {
    const tools = await describeServer(entry, session, signal === undefined ? {} : { signal })
    const isNetworkIgnored = settings.network === 'ignored'
    const isListInDoubt = !isNetworkIgnored && attemptsIn(world) > 0
    const partly = roots.length === 0 ? NOTHING_WHOLE : partlyCopied(world, roots)
    const facts = {
      partly,
      isRoot: process.getuid?.() === 0,
      closed: partly.length === 0 ? [] : closedToCopies(roots),
      keepsMemory: settings.memory ?? false,
      isNetworkIgnored,
    }
    return { session, tools, isListInDoubt, facts, saidAtMs: () => started?.saidAtMs() }
  } catch (failure) {
    await session.close()
    throw failure
  }
}

async function ask(
  server: Running | undefined,
  { tool, arguments: args, signal }: ToolCall,
): Promise<Pick<CopiedAnswer, 'outcome' | 'broke'>> {
  if (server === undefined) return { broke: 'it did not start in this copy' }
  // With a network it may list others.
  if (server.tools.tools.every(({ name }) => name !== tool)) return { broke: 'it lists no such tool there' }
  try {
    return { outcome: await server.session.callTool(tool, args, signal === undefined ? {} : { signal }) }
  } catch (failure) {
    signal?.throwIfAborted()
    if (!(failure instanceof UnderstudyError)) throw failure
    return { broke: firstLine(failure) }
  }
}
