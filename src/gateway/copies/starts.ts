/**
 * Where servers start, in a copy of this machine and outside of it: what one lists in a copy nobody starts it outside for, and what starts
 * on both sides at the same time is known.
 */
import { type Deferred, deferred } from '../../base/index.js'
import type { ServerTools } from '../../registry/index.js'

export interface Starts {
  /** Something starts outside until what is returned is disposed. */
  outside(): Disposable
  /** These start in a copy until what is returned is disposed. `isForEverybody`: what they list there, they list for every client. */
  inCopy(servers: readonly string[], isForEverybody: boolean): StartInCopy
  /** What a server lists in a copy in which it starts just now; undefined where it is to be asked outside. Never rejects. */
  listed(server: string): Promise<ServerTools | undefined>
}

export interface StartInCopy extends Disposable {
  /** Something started outside at the same time. */
  readonly wasBeside: boolean
  /** Undefined: it is to be asked outside. */
  onListed(server: string, tools: ServerTools | undefined): void
}

export function createStarts(): Starts {
  let begunOutside = 0
  let overOutside = 0
  const lists = new Map<string, Deferred<ServerTools | undefined>>()
  return {
    outside() {
      let isOver = false
      begunOutside++
      return {
        [Symbol.dispose]() {
          if (!isOver) overOutside++
          isOver = true
        },
      }
    },
    inCopy(servers, isForEverybody) {
      const before = overOutside
      const own = new Map(
        isForEverybody ? servers.map((server) => [server, deferred<ServerTools | undefined>()]) : [],
      )
      for (const [server, list] of own) lists.set(server, list)
      return {
        get wasBeside() {
          return begunOutside > before
        },
        onListed: (server, tools) => own.get(server)?.resolve(tools),
        [Symbol.dispose]() {
          for (const [server, list] of own) {
            list.resolve(undefined)
            if (lists.get(server) === list) lists.delete(server)
          }
        },
      }
    },
    listed: (server) => lists.get(server)?.promise ?? Promise.resolve(undefined),
  }
}
