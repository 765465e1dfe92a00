/** Work that takes real time: virtual time stands still until it is over, or it would always come too late. */
import { defineProperty, promiseThen } from './primordials.js'

export interface RealWork {
  isUnderWay(): boolean
}

/** Counts the promises of the engine's own slow functions. */
export function watchRealWork(): RealWork {
  let underWay = 0
  const done = () => {
    underWay--
  }
  watch(Object.getPrototypeOf(crypto.subtle), SUBTLE)
  watch(WebAssembly, ['compile', 'instantiate'])
  watch(globalThis, ['fetch'])
  return { isUnderWay: () => underWay > 0 }

  function watch(holder: object, names: readonly string[]): void {
    for (const name of names) {
      const original: unknown = Reflect.get(holder, name)
      if (typeof original !== 'function') continue
      defineProperty(holder, name, {
        value(this: unknown, ...values: unknown[]) {
          const promise: unknown = Reflect.apply(original, this, values)
          if (promise instanceof Promise) {
            underWay++
            promiseThen(promise, done, done)
          }
          return promise
        },
        configurable: true,
        writable: true,
      })
    }
  }
}

declare const WebAssembly: object

const SUBTLE = [
  'decrypt',
  'deriveBits',
  'deriveKey',
  'digest',
  'encrypt',
  'exportKey',
  'generateKey',
  'importKey',
  'sign',
  'unwrapKey',
  'verify',
  'wrapKey',
]
