/** Starts servers in a copy of the world, asks them for their tools there, and hands them to rehearsals: a fresh world for each. */
import { UnderstudyError } from '../base/index.js'
import type { ServerEntry } from '../config/index.js'
import type { CopiedServers, CopySource } from '../dryrun/index.js'
import type { ServerTools } from '../registry/index.js'
import { type CopyCandidate, type CopyServersOptions, type NotCopiedServer, planCopies } from './copy-plan.js'
import { openServersWorld, type ServersWorld } from './servers-world.js'

/** Disposing ends what no rehearsal took. */
export interface PreparedCopies extends CopySource, AsyncDisposable {
  /** What the copied servers list: nothing has to be started to ask for it. */
  readonly tools: readonly ServerTools[]
  /** Servers whose tools are better asked for outside: something tried to reach the network while they started. */
  readonly listsInDoubt: readonly string[]
  readonly notCopied: readonly NotCopiedServer[]
  /**
   * Something was changed while they started, or one of them did not start. Where the same servers started outside meanwhile, they may have
   * seen half of what those make at their start.
   */
  readonly isMovedByStart: boolean
}

/**
 * What cannot be copied is told in `notCopied` and not tried; what does not start in a copy, just so. Where no copy can be made at
 * all, no server is copied, and each says why.
 * @throws the signal's reason when aborted
 */
export async function copyServers(
  entries: readonly ServerEntry[],
  options: CopyServersOptions = {},
): Promise<PreparedCopies> {
  const { settingsOf = () => ({}), baseDir = process.cwd(), signal } = options
  const { candidates, notCopied } = planCopies(entries, settingsOf, baseDir)
  for (const { server } of notCopied) options.onListed?.(server, undefined)
  if (candidates.length === 0) return nothingCopied(notCopied)
  let number = 0
  const openWorld = (
    servers: readonly CopyCandidate[],
    own: AbortSignal | undefined,
  ): Promise<ServersWorld> => {
    number++
    return openServersWorld(servers, { ...options, baseDir, number, ...(own && { signal: own }) })
  }
  options.onRoots?.([...new Set(candidates.flatMap(({ roots }) => roots))])
  let first: ServersWorld
  try {
    first = await openWorld(candidates, signal)
  } catch (failure) {
    signal?.throwIfAborted()
    if (!(failure instanceof UnderstudyError)) throw failure
    const why = withHint(failure)
    return nothingCopied([...notCopied, ...candidates.map(({ entry }) => ({ server: entry.name, why }))])
  }
  const started = candidates.filter(({ entry }) => first.servers.has(entry.name))
  let fresh: ServersWorld | undefined = first
  return {
    tools: first.tools,
    listsInDoubt: first.listsInDoubt,
    notCopied: [...notCopied, ...first.failures],
    isMovedByStart: first.isMovedByStart,
    async open(signal): Promise<CopiedServers> {
      const ready = fresh
      fresh = undefined
      if (ready === undefined) return openWorld(started, signal)
      // It may have waited for long.
      await ready.skipChanges()
      return ready
    },
    async [Symbol.asyncDispose]() {
      await fresh?.[Symbol.asyncDispose]()
    },
  }
}

function nothingCopied(notCopied: readonly NotCopiedServer[]): PreparedCopies {
  return {
    tools: [],
    listsInDoubt: [],
    notCopied,
    isMovedByStart: false,
    open: () => Promise.resolve(NO_SERVERS),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

const NO_SERVERS: CopiedServers = {
  servers: new Map(),
  call: () =>
    Promise.resolve({
      broke: 'it is not copied',
      networkAttempts: 0,
      earlierAttempts: 0,
      tookMs: 0,
      isFull: false,
      changes: [],
    }),
  end: () => Promise.resolve([]),
  startMs: 0,
  [Symbol.asyncDispose]: () => Promise.resolve(),
}

function withHint({ message, hint }: UnderstudyError): string {
  return hint === undefined ? message : `${message} (${hint})`
}
