/** A throwaway copy of this machine in which commands run: what they do to files does not last, and nothing leaves it. */
import { existsSync, realpathSync, statfsSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, resolve } from 'node:path'
import {
  ACROSS_MOUNTS,
  type Clock,
  defined,
  isBelow,
  nextLoopTurn,
  systemClock,
  type TransportError,
  UsageError,
} from '../../base/index.js'
import { inheritedEnvironment, type ServerEnvironment } from '../inherited-environment.js'
import { describeLaunch, type Launch } from '../launch.js'
import { isInside } from '../server-roots.js'
import { overStdio, type StdioOptions, type StdioTransport } from '../stdio.js'
import { setAccessTimes } from './access-times.js'
import type { FileChange } from './changes/entry.js'
import { trackChanges } from './changes/tracker.js'
import { type CopiedProcess, startCopiedProcess } from './copied-process.js'
import { copyOut } from './copy-out.js'
import { findProgram } from './find-program.js'
import { type Keeper, startKeeper } from './keeper.js'
import { attemptCounters, type NetworkAttempts } from './network-attempts.js'
import { offlineVariables } from './runner-cache.js'
import type { RootLeft } from './setup/plan.js'
import { worldHasEnded } from './world-has-ended.js'
import { type WorldLimits, watchLimits } from './world-limits.js'

export interface WorldOptions {
  /** The Deno that sets the copy up. */
  readonly denoPath: string
  /** Folders of which real copies are made, in which everything can be done that can be done on the disk. */
  readonly roots?: readonly string[]
  /** What every command gets beside the allow-listed part of our own environment. */
  readonly env?: ServerEnvironment
  /** How many files, folders and links all roots may hold; default 20,000. */
  readonly maxFiles?: number
  /** How many bytes; default 256 MiB. */
  readonly maxBytes?: number
  /** How much memory its processes may hold for themselves; bytes, default 4 GiB. */
  readonly maxMemoryBytes?: number
  /** How many processes may run in it; default 1,000. */
  readonly maxProcesses?: number
  /** How long it may stand; milliseconds, default: as long as whoever made it. */
  readonly maxLifetimeMs?: number
  /** How long making it may take; milliseconds, default 30,000. */
  readonly timeoutMs?: number
  readonly clock?: Clock
  /** For tests: the act of the set-up that is refused. */
  readonly refuse?: string
}

/** A root that is no real copy: there, what only the copy refuses is no evidence, such as the renaming of a folder. */
export interface CopyLimit {
  readonly root: string
  readonly why: RootLeft
}

/**
 * One world, for any number of servers: each sees what the others write. Closing ends all of them and resolves when every process
 * in it is gone; closing twice is fine. It ends with this process too, however that ends; and when it goes over a limit, which its
 * transports tell as their end, and every method that cannot do its work any more throws: TransportError COPY_LIMIT.
 */
export interface CopiedWorld extends AsyncDisposable {
  /** The roots, links resolved. */
  readonly roots: readonly string[]
  readonly limits: readonly CopyLimit[]
  /**
   * Starts a server. Its transport closes it and leaves the world.
   * @throws TransportError SPAWN_FAILED when there is no such program; CONNECTION_CLOSED when the world has ended
   */
  start(launch: Launch, options?: CopiedServerOptions): Promise<CopiedServer>
  /** Starts a command with bare pipes. Fails as `start` does. */
  run(launch: Launch): Promise<CopiedProcess>
  /**
   * What has changed since the last time, or since the start, ordered by path. Call it when an answer is there; who changed it is not known.
   * `everything` looks at each file again and not only at those that were told to have moved: for the last time.
   * @throws TransportError CONNECTION_CLOSED when the world has ended: nobody knows any more
   */
  changes(options?: { readonly everything?: boolean }): Promise<readonly FileChange[]>
  /** Files and folders in the roots, with what is below them, seem to have been read last at `atMs` (since the epoch): no change of them. */
  setAccessTimes(paths: readonly string[], atMs: number): Promise<void>
  /** Writes a file, a link, or a folder with all in it, from the world to the disk. Throws the error of the file system. */
  copyOut(path: string, to: string): void
  /** How often something tried to reach out, since the start. */
  networkAttempts(): NetworkAttempts
  /** How many bytes can still be written; 0 when the world has ended. Where there are few, an error may be the copy's own. */
  freeBytes(): number
  /** Resolves when the world has ended by itself, or was closed. */
  readonly over: Promise<void>
  close(): Promise<void>
}

export type CopiedServerOptions = Omit<StdioOptions, 'environment' | 'platform'>

/** A server in a copied world, seen by everything above as one on stdio. */
export interface CopiedServer extends StdioTransport {
  readonly world: CopiedWorld
  /** When it wrote something last: see `CopiedProcess`. */
  saidAtMs(): number | undefined
}

/**
 * Makes a world. Costs about as much as starting a Node process.
 * @throws TransportError COPY_REFUSED with the act that was refused and what allows it; UsageError USAGE for a root that is no folder
 */
export async function createCopiedWorld(options: WorldOptions): Promise<CopiedWorld> {
  const { env = {}, clock = systemClock } = options
  const roots = outermost((options.roots ?? []).map(realRoot))
  const keeper = await keeperOf(roots, options)
  const tracker = trackChanges(keeper.pid, keeper.layout)
  const attempts = attemptCounters(keeper.pid)
  let started = 0
  let looking: Promise<unknown> = Promise.resolve()
  let closing: Promise<void> | undefined
  let exceeded: TransportError | undefined
  const over = new AbortController()
  void keeper.over.then(() => {
    over.abort()
    attempts[Symbol.dispose]()
  })
  const limits = limitsIn(options)
  void watchLimits({ worldPid: keeper.worldPid, limits, clock, signal: over.signal }).then((limit) => {
    if (limit === undefined) return
    exceeded = limit
    keeper.kill()
  })

  const world: CopiedWorld = {
    roots,
    limits: keeper.layout.roots.flatMap(({ path, left }) =>
      left === undefined ? [] : [{ root: path, why: left }],
    ),
    async start(launch, { peer = describeLaunch(launch), ...rest } = {}) {
      const { process, tree, saidAtMs } = await world.run(launch)
      return Object.assign(overStdio(process, peer, tree, rest), { world, saidAtMs })
    },
    run(launch) {
      const cwd = resolve(launch.cwd ?? '.')
      const { command, args = [] } = launch
      const variables = {
        ...inheritedEnvironment(process.env, process.platform),
        ...acrossMounts(keeper, cwd),
        ...{ ...offlineVariables(command, args), ...env, ...launch.env },
      }
      findProgram({ ...launch, cwd }, variables)
      const whyEnded = (): TransportError | undefined => exceeded
      const asked = { command, args, cwd, env: variables }
      return startCopiedProcess({ keeper, number: ++started, command: asked, clock, whyEnded })
    },
    changes({ everything = false } = {}) {
      const look = looking
        .then(toldOfWatches)
        .then(() => tracker.changes(everything))
        .finally(() => {
          // Of a world that ended meanwhile everything would seem to have been removed.
          if (!stands(keeper)) throw exceeded ?? worldHasEnded()
        })
      looking = look.catch(() => undefined)
      return look
    },
    setAccessTimes: (paths, atMs) => setAccessTimes(keeper, paths, atMs),
    copyOut: (path, to) => copyOut(`/proc/${keeper.pid}/root${keeper.layout.world}${path}`, to),
    networkAttempts: attempts.read,
    freeBytes: () => freeBytesAt(`/proc/${keeper.pid}/root${keeper.layout.pipes}`),
    over: keeper.over,
    close() {
      closing ??= looking.then(() => {
        tracker[Symbol.dispose]()
        return keeper.close()
      })
      return closing
    },
    [Symbol.asyncDispose]: () => world.close(),
  }
  return world
}

function keeperOf(
  roots: readonly string[],
  { denoPath, maxFiles = 20_000, maxBytes = 256 * 1_048_576, timeoutMs = 30_000, ...options }: WorldOptions,
): Promise<Keeper> {
  const plan = { roots, writable: ownFolders(), maxFiles, maxBytes, ...defined({ refuse: options.refuse }) }
  return startKeeper({ denoPath, plan, clock: options.clock ?? systemClock, timeoutMs })
}

function limitsIn({
  maxMemoryBytes = 4 * 1024 * 1_048_576,
  maxProcesses = 1000,
  maxLifetimeMs = Number.POSITIVE_INFINITY,
}: WorldOptions): WorldLimits {
  return { maxMemoryBytes, maxProcesses, maxLifetimeMs }
}

/** What the kernel has told of our watches is read with the next turn, and handed over with the one after. */
async function toldOfWatches(): Promise<void> {
  await nextLoopTurn()
  await nextLoopTurn()
}

function freeBytesAt(path: string): number {
  try {
    const { bavail, bsize, ffree } = statfsSync(path)
    return ffree === 0 ? 0 : bavail * bsize
  } catch {
    // The world has ended.
    return 0
  }
}

function stands({ pid, layout }: Keeper): boolean {
  return existsSync(`/proc/${pid}/root${layout.pipes}`)
}

/** @throws UsageError */
function realRoot(root: string): string {
  try {
    return realpathSync(root)
  } catch (cause) {
    throw new UsageError('USAGE', `Cannot copy "${root}": there is no such file or folder`, {
      hint: 'name a folder that exists',
      cause,
    })
  }
}

function outermost(roots: readonly string[]): readonly string[] {
  const all = [...new Set(roots)]
  return all.filter((root) => !all.some((other) => isInside(root, other)))
}

/** Where programs write without being told to. */
function ownFolders(): readonly string[] {
  return [
    ...new Set(
      [homedir(), tmpdir(), '/tmp', '/var/tmp'].flatMap((folder) => {
        try {
          return [realpathSync(folder)]
        } catch {
          // A user without a home.
          return []
        }
      }),
    ),
  ]
}

/**
 * Git looks for no repository above a mount, and words its refusal by that. A copy has mounts where the disk has none: git is told to look
 * across them where it does so on the disk, and where a root that stands on its own would hide what is above it.
 */
function acrossMounts({ layout }: Keeper, cwd: string): ServerEnvironment {
  const isMount = layout.roots.some(
    ({ copy }) => copy !== undefined && !layout.overlays.some(({ upper }) => isBelow(copy, upper)),
  )
  return isMount || [cwd, ...layout.roots.map(({ path }) => path)].every(isOnDeviceOfTop) ? ACROSS_MOUNTS : {}
}

/** Whether git meets no mount on its way up on the disk. */
function isOnDeviceOfTop(path: string): boolean {
  const parent = dirname(path)
  return parent === path || (deviceOf(path) === deviceOf(parent) && isOnDeviceOfTop(parent))
}

function deviceOf(path: string): number | undefined {
  try {
    return statSync(path).dev
  } catch {
    // It has gone, or may not be looked at: what lies above it may.
    return undefined
  }
}
