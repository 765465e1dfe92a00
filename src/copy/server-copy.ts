/** A copy of the world for one server, in which whoever speaks to it starts it. */
import { systemClock, TransportError } from '../base/index.js'
import type { ServerEntry } from '../config/index.js'
import type { SeenChange } from '../dryrun/index.js'
import { type Launch, type PipedProcess, type PipesOptions, pipedProcess } from '../transport/index.js'
import { type CopySettings, planCopy } from './copy-plan.js'
import { type CopiedServer, type CopiedServerOptions, type CopyOptions, createCopy } from './create-copy.js'
import { attemptsIn, watchNetwork } from './network-watch.js'
import { partlyCopied } from './partly-copied.js'
import { seenChanges } from './seen-changes.js'

/**
 * A world in which the server, and others, can be started again and again: each sees what the others wrote. Disposing ends whatever
 * runs in it, and resolves when nothing of it is left.
 */
export interface ServerCopy extends AsyncDisposable {
  /** Roots that are no real copies: folders that were there cannot be renamed in them. */
  readonly partly: readonly { readonly root: string; readonly why: string }[]
  /** Starts a process in it. @throws TransportError SPAWN_FAILED, CONNECTION_CLOSED */
  start(launch: Launch, options?: CopiedServerOptions): Promise<CopiedServer>
  /** The same with its bare pipes. Whoever started it reads both outputs, and stops it. Fails as `start` does. */
  pipes(launch: Launch, options?: PipesOptions): Promise<PipedProcess>
  /**
   * What changed since the last time, or since the start. `everything` looks at each file again: for the last time, when the server
   * has ended.
   */
  changes(options?: { readonly everything?: boolean }): Promise<readonly SeenChange[]>
  /** How often something in it tried to reach out. */
  networkAttempts(): number
}

export interface ServerCopyOptions {
  /** What its settings say of the server. */
  readonly settings?: CopySettings
  /** Where relative paths start, and what paths are told from. Default: the current folder. */
  readonly baseDir?: string
  readonly copy?: Omit<CopyOptions, 'roots'> & { readonly roots?: readonly string[] }
  /** Is told the first time that something in it tried to reach out: what comes after it may be no answer. */
  readonly onNetworkAttempt?: () => void
}

/**
 * Makes a copy for the server of an entry and starts nothing in it. Its roots are those that the server was given, unless `copy`
 * names others.
 * @throws TransportError COPY_REFUSED for a server that cannot be copied, and where no copy can be made, with what allows it;
 *   SandboxError SANDBOX_MISSING; UsageError USAGE for a root that is not there
 */
export async function createServerCopy(
  entry: ServerEntry,
  options: ServerCopyOptions = {},
): Promise<ServerCopy> {
  const { settings = {}, baseDir = process.cwd(), copy = {}, onNetworkAttempt } = options
  const planned = planCopy(entry, settings, baseDir)
  if ('reason' in planned) throw refused(entry, planned.reason, { hint: planned.hint ?? WITHOUT })
  const roots = copy.roots ?? planned.roots
  const world = await createCopy({ ...copy, roots })
  const watch = watchNetwork(world, onNetworkAttempt, copy.clock)
  return {
    partly: partlyCopied(world, world.roots),
    start: (launch, how) => world.start(launch, how),
    async pipes(launch, { clock = systemClock, ...ending } = {}) {
      const { process: child, tree } = await world.run(launch)
      const pid = child.pid ?? Number.NaN
      return pipedProcess(child, {
        ...{ ...ending, pid, tree, clock },
        // It may have ended a moment ago.
        kill: (name) => void (tree.isAlive(pid) && process.kill(pid, name)),
      })
    },
    changes: async (how) => seenChanges(await world.changes(how), baseDir),
    networkAttempts: () => attemptsIn(world),
    async [Symbol.asyncDispose]() {
      watch[Symbol.dispose]()
      await world.close()
    },
  }
}

function refused({ name }: ServerEntry, why: string, details: { readonly hint: string }): TransportError {
  return new TransportError(
    'COPY_REFUSED',
    `Cannot start "${name}" in a copy of this machine: ${why}`,
    details,
  )
}

const WITHOUT = 'a copy is made of what a command starts on this machine'
