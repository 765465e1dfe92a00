/** Code made of text: there is none. It would not be what was read before the run, and the engine would let it load modules. */
import type { Attempts } from './attempts.js'
import {
  argumentAt,
  bare,
  functionPrototype,
  getPrototypeOf,
  NativeEvalError,
  NativeProxy,
  reflectApply,
  setPrototypeOf,
} from './primordials.js'
import { type AnyFunction, disguiseText, replaceMethod, replaceValue } from './replace.js'
import { refuseToRun } from './runtime.js'

/**
 * Replaces what makes functions of text by what says no and tells the host. A flag of the engine forbids the same: this only says it better.
 */
export function installEvaluators(attempts: Attempts): void {
  const refuse = (what: string): never => {
    attempts.note('eval', what)
    throw new NativeEvalError(
      `Cannot run text as code with ${what}: a program is read before it runs, and runs as it was read`,
    )
  }
  replaceMethod(globalThis, 'eval', () => (_, values) => {
    const text = argumentAt(values, 0)
    return typeof text === 'string' ? refuse('eval') : text
  })
  const maker = replaceConstructor(functionPrototype, refuse)
  replaceValue(globalThis, 'Function', maker)
  const kinds = [
    getPrototypeOf(async () => undefined),
    getPrototypeOf(function* () {
      yield undefined
    }),
    getPrototypeOf(async function* () {
      yield undefined
    }),
  ]
  for (let i = 0; i < kinds.length; i++) {
    const kind = kinds[i] as object
    // Each of them extends the function constructor.
    const { constructor: original } = kind
    setPrototypeOf(original, maker)
    replaceConstructor(kind, refuse)
  }
}

/** Whether the engine lets it, though the flag forbids it. */
function makesCode(maker: object): boolean {
  try {
    reflectApply(maker as AnyFunction, undefined, [''])
    return true
  } catch {
    return false
  }
}

function replaceConstructor(prototype: object, refuse: (what: string) => never): object {
  const { constructor: original } = prototype
  if (makesCode(original)) refuseToRun('it makes functions of text')
  const { name } = original
  const stand = new NativeProxy(original, bare({ apply: () => refuse(name), construct: () => refuse(name) }))
  disguiseText(stand as AnyFunction, original as AnyFunction)
  replaceValue(prototype, 'constructor', stand)
  return stand
}
