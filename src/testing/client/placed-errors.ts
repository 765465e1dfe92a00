/** Errors of requests that point to the line of the test which made the request, and not to where an answer was waited for. */
import { UsageError } from '../../base/index.js'
import type { Session } from '../../session/index.js'

/** The session, whose rejections have the stack of whoever called the method. */
export function withCallersStack(session: Session): Session {
  return new Proxy(session, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key)
      if (typeof member !== 'function') return member
      return (...args: readonly unknown[]): unknown => placed(() => member.apply(target, args))
    },
  })
}

/** What the work gives; a promise that it gives rejects with an error whose stack is the caller's. */
export function placed<T>(work: () => T): T {
  const place: { stack?: string } = {}
  Error.captureStackTrace(place, placed)
  const given = work()
  if (!(given instanceof Promise)) return given
  // A promise of the same value.
  return given.catch((failure: unknown) => {
    throw pointedTo(failure, place)
  }) as T
}

/** An error says it in its stack alone, which is read when somebody shows it. */
function pointedTo(failure: unknown, place: { readonly stack?: string }): unknown {
  if (failure instanceof Error) {
    const frames = (place.stack ?? '').split('\n').slice(1)
    failure.stack = [`${failure.name}: ${failure.message}`, ...frames].join('\n')
  }
  return failure
}

/** The error of everything that is asked of a client after its end. */
export function alreadyClosed(doing: string, peer: string): UsageError {
  return new UsageError('ALREADY_CLOSED', `Cannot ${doing} of "${peer}": the client was stopped`)
}
