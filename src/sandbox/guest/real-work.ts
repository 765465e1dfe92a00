/** Work of the engine in other threads: it takes real time, and ends in an order that is chance. */
import type { Events } from './events.js'
import {
  hasOwn,
  isInstance,
  mapDelete,
  mapForEach,
  mapGet,
  mapSet,
  NativeMap,
  NativePromise,
  reflectApply,
  settle,
} from './primordials.js'
import { replaceMethod } from './replace.js'

export interface RealWork {
  /**
   * Hands over one result, when there is any: of those there are the one that was asked for first.
   * Whoever asks for it only when the engine has nothing more to do gets the same one every time, however fast each was.
   * It is a turn of the event loop, and what was due before comes first: a loop of such work holds up no timer.
   */
  deliverNext(): boolean
}

/** Watches the engine's own slow functions. */
export function watchRealWork(events: Events): RealWork {
  const results = new NativeMap<number, () => void>()
  let asked = 0
  watch(SubtleCrypto.prototype, SUBTLE)
  watch(WebAssembly, ['compile', 'instantiate'])
  watchStreaming(WebAssembly, 'compileStreaming')
  watchStreaming(WebAssembly, 'instantiateStreaming')
  watch(globalThis, ['fetch'])
  return {
    deliverNext() {
      let first = asked + 1
      mapForEach(results, (_, place) => {
        if (place < first) first = place
      })
      const deliver = mapGet(results, first)
      if (deliver === undefined || events.isOverdue()) return false
      mapDelete(results, first)
      events.turn()
      deliver()
      return true
    },
  }

  function watch(holder: object, names: readonly string[]): void {
    for (let i = 0; i < names.length; i++) {
      replaceMethod(holder, names[i] as string, (original) => (self, values) => {
        const promise: unknown = reflectApply(original, self, values)
        return events.isReal() || !isPromise(promise) ? promise : inTurn(promise)
      })
    }
  }

  /** The response is waited for first: the engine would count as busy as long, and wait for what waits for the engine. */
  function watchStreaming(holder: object, name: string): void {
    replaceMethod(holder, name, (original) => (self, values) => {
      if (events.isReal() || values.length === 0) return reflectApply(original, self, values)
      return new NativePromise((resolve, reject) => {
        const begin = (response: unknown): void => {
          values[0] = response
          resolve(inTurn(reflectApply(original, self, values) as Promise<unknown>))
        }
        settle(new NativePromise((found) => found(values[0])), begin, reject)
      })
    })
  }

  function inTurn(promise: Promise<unknown>): Promise<unknown> {
    const place = ++asked
    return new NativePromise((resolve, reject) => {
      settle(
        promise,
        (value) => void mapSet(results, place, () => resolve(value)),
        (thrown) => void mapSet(results, place, () => reject(thrown)),
      )
    })
  }
}

/** Whatever the runtime gives is fresh: nobody has given it members yet. */
function isPromise(value: unknown): value is Promise<unknown> {
  return isInstance(NativePromise, value) && !hasOwn(value as object, 'constructor')
}

const SUBTLE = [
  'decrypt',
  'deriveBits',
  'deriveKey',
  'digest',
  'encrypt',
  'exportKey',
  'generateKey',
  'getPublicKey',
  'importKey',
  'sign',
  'unwrapKey',
  'verify',
  'wrapKey',
]

declare const SubtleCrypto: { readonly prototype: object }
declare const WebAssembly: object
