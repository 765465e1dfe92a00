/** The notifications of a server, kept for tests and waited for by them. */
import {
  type Clock,
  defined,
  inOneLine,
  isSameJson,
  type JsonObject,
  ownMember,
  SessionError,
  UsageError,
  valueSize,
  waitFor,
} from '../../base/index.js'
import { createBoundedLog } from './bounded-log.js'
import type { Received } from './mcp-response.js'

/** A condition on the parameters: members that they must have, or a function. */
export type NotificationCondition = JsonObject | ((params: JsonObject) => boolean)

export interface WaitOptions {
  /** Milliseconds; default: that of the client. */
  readonly timeout?: number
  readonly where?: NotificationCondition
  readonly signal?: AbortSignal
}

export interface NotificationInbox {
  /** The last 1000, and no more than about 64 million characters of them; oldest first. */
  readonly all: readonly Received[]
  add(method: string, params: JsonObject): Received
  /** Resolves with the oldest that no wait was given before: one that has come already counts, and each is given once. */
  wait(method: string, options: WaitOptions & { readonly timeout: number }): Promise<Received>
  /** Rejects those who wait, and those who come later for what has not come. The first reason is kept. */
  close(reason: (doing: string) => Error): void
}

/** Creates an empty inbox. */
export function createNotificationInbox(clock: Clock): NotificationInbox {
  const log = createBoundedLog<Received>({
    maxEntries: MAX_KEPT,
    maxSize: MAX_SIZE,
    sizeOf: ({ params }) => valueSize(params),
  })
  const taken = new WeakSet<Received>()
  const waiting = new Set<Waiter>()
  let closed: ((doing: string) => Error) | undefined

  function offer(received: Received): void {
    for (const waiter of waiting) {
      if (!isWanted(waiter, received)) continue
      waiting.delete(waiter)
      taken.add(received)
      waiter.resolve(received)
      return
    }
  }

  return {
    get all() {
      return log.entries
    },
    add(method, params) {
      const received = { method, params, atMs: clock.monotonic() }
      log.add(received)
      offer(received)
      return received
    },
    async wait(method, { timeout, where, signal }) {
      const doing = `wait for "${method}"`
      if (!(timeout > 0))
        throw new UsageError('USAGE', `Cannot ${doing} for ${timeout} ms: a limit is a positive number`)
      const wants = (each: Received): boolean => each.method === method && fulfils(each.params, where)
      const early = log.entries.find((each) => !taken.has(each) && wants(each))
      if (early !== undefined) {
        taken.add(early)
        return early
      }
      if (closed !== undefined) throw closed(doing)
      const onTimeout = (): Error => neverCame(doing, timeout, cameInstead(log.entries, method))
      return comingTo(
        waiting,
        { wants, doing },
        { timeoutMs: timeout, onTimeout, clock, ...defined({ signal }) },
      )
    },
    close(reason) {
      closed ??= reason
      for (const waiter of waiting) waiter.reject(closed(waiter.doing))
      waiting.clear()
    },
  }
}

const MAX_KEPT = 1000
const MAX_SIZE = 64 * 1024 * 1024

interface Waiter {
  readonly wants: (received: Received) => boolean
  readonly resolve: (received: Received) => void
  readonly reject: (reason: unknown) => void
  /** Completes "Cannot …" in errors. */
  readonly doing: string
}

/** Waits among the others, until one comes that is wanted. */
async function comingTo(
  waiting: Set<Waiter>,
  wish: Pick<Waiter, 'wants' | 'doing'>,
  limits: Parameters<typeof waitFor>[1],
): Promise<Received> {
  const { signal } = limits
  let waiter: Waiter | undefined
  const coming = new Promise<Received>((resolve, reject) => {
    waiter = { ...wish, resolve, reject }
    waiting.add(waiter)
  })
  try {
    return await waitFor(coming, limits)
  } catch (failure) {
    throw signal?.aborted && failure === signal.reason ? waitAborted(wish.doing, failure) : failure
  } finally {
    if (waiter !== undefined) waiting.delete(waiter)
  }
}

/** A condition of the test's may throw: that is for the one who waits, not for the connection. */
function isWanted({ wants, reject }: Waiter, received: Received): boolean {
  try {
    return wants(received)
  } catch (failure) {
    reject(failure)
    return false
  }
}

function fulfils(params: JsonObject, where: NotificationCondition | undefined): boolean {
  if (typeof where === 'function') return where(params)
  return Object.entries(where ?? {}).every(([key, wanted]) => {
    const value = ownMember(params, key)
    return value !== undefined && isSameJson(value, wanted)
  })
}

function neverCame(doing: string, timeoutMs: number, evidence: readonly string[]): SessionError {
  return new SessionError('REQUEST_TIMEOUT', `Cannot ${doing}: it did not come within ${timeoutMs} ms`, {
    evidence,
    hint: 'a notification that came before the wait counts, unless an earlier wait was given it',
    data: { timeoutMs },
  })
}

function waitAborted(doing: string, cause: unknown): SessionError {
  return new SessionError('REQUEST_ABORTED', `Cannot ${doing}: the caller cancelled it`, { cause })
}

/** What did come: the last of the same method with their params, else every method with its number. */
function cameInstead(all: readonly Received[], method: string): string[] {
  if (all.length === 0) return ['No notification came at all']
  const same = all.filter((each) => each.method === method)
  if (same.length > 0)
    return [
      `${same.length} came that did not fulfil the condition, or were given to earlier waits; the last:`,
      ...same.slice(-3).map(({ params }) => `  ${inOneLine(JSON.stringify(params), 200)}`),
    ]
  const counts = new Map<string, number>()
  for (const each of all) counts.set(each.method, (counts.get(each.method) ?? 0) + 1)
  return [
    'What came:',
    ...[...counts].slice(0, 10).map(([each, count]) => `  ${inOneLine(each, 200)} (${count})`),
  ]
}
