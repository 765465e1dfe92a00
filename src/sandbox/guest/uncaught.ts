/** Errors that nobody caught: in promises, in microtasks, and in listeners of events. */
import { uncurryGetter, uncurryThis } from './primordials.js'
import { onUncaughtError, onUnhandledRejection } from './runtime.js'

/** Hands each of them to `stop`, before the program could hear of it. */
export function takeUncaughtErrors(stop: (thrown: unknown) => void): void {
  const preventDefault = uncurryThis(Event.prototype.preventDefault)
  const stopPropagation = uncurryThis(Event.prototype.stopImmediatePropagation)
  const errorOf = uncurryGetter<Event, unknown>(ErrorEvent.prototype, 'error')
  onUnhandledRejection((_, reason) => {
    stop(reason)
    return true
  })
  onUncaughtError(stop)
  addEventListener('error', (event) => {
    preventDefault(event)
    stopPropagation(event)
    stop(errorOf(event))
  })
}

declare function addEventListener(type: 'error', listener: (event: Event) => void): void
declare const ErrorEvent: { readonly prototype: object }
