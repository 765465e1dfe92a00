/** The copies of one rehearsal: what it asks, how long it waited for them, and that they end with it. */
import type { PreparedCopies } from '../../copy/index.js'
import type { Contact, CopiedServers, CopySource } from '../../dryrun/index.js'
import type { ToolRegistry } from '../../registry/index.js'

/** Whoever takes them disposes them. */
export interface TakenCopies extends AsyncDisposable {
  /** The servers that answer there. */
  readonly contacted: readonly Contact[]
  /** Something was changed while they started, and servers started outside meanwhile: they may have seen half of what those make. */
  readonly isMovedByStart: boolean
  /** What rehearsals ask. `registry`: the tools that there are. */
  source(registry: ToolRegistry): CopySource
}

/** Stands between a rehearsal and its servers in a copy. */
export type Compare = (copied: CopiedServers, registry: ToolRegistry) => CopiedServers

interface Taking {
  /** How long somebody waited for it. */
  readonly readyMs: number
  /** Goes on as long as they are taken. */
  readonly busy?: Disposable
  /** Something goes on until what it returns is disposed: a call. */
  readonly calling: () => Disposable
  readonly compare: Compare
}

export function takenCopies(
  prepared: PreparedCopies,
  { readyMs, busy, calling, compare }: Taking,
): TakenCopies {
  let waited: number | undefined = readyMs
  return {
    contacted: prepared.tools.map(({ server }) => ({ server, for: 'tools/list', in: 'copy' })),
    isMovedByStart: prepared.isMovedByStart,
    source: (registry) => ({
      get notCopied() {
        return prepared.notCopied
      },
      async open(signal) {
        const copied = await prepared.open(signal)
        const startMs = waited ?? copied.startMs
        waited = undefined
        const call: CopiedServers['call'] = async (asked) => {
          using _ = calling()
          return await copied.call(asked)
        }
        return compare({ ...copied, startMs, call }, registry)
      },
    }),
    async [Symbol.asyncDispose]() {
      await prepared[Symbol.asyncDispose]()
      busy?.[Symbol.dispose]()
    },
  }
}
