/** What of Deno the guest itself uses; taken before the program can see it, and hidden from the program. */
import { bare } from './primordials.js'

interface DenoRuntime {
  readonly internal: symbol
  exit(code: number): never
  inspect(value: unknown, options: { readonly colors: boolean; readonly depth: number }): string
  readonly [internal: symbol]: { readonly core: DenoCore }
}

/** The innermost of Deno: functions that read nothing which the program could have redefined. */
interface DenoCore {
  readonly kRefed: symbol
  readSync(resource: number, buffer: Uint8Array): number
  writeSync(resource: number, bytes: Uint8Array): number
  encode(text: string): Uint8Array
  decode(bytes: Uint8Array): string
  queueImmediate(immediate: object): void
  immediateRefCount(increase: boolean): void
  eventLoopHasMoreWork(): boolean
  evalContext(code: string, name: string, hostOptions: readonly number[]): Evaluation
  compileFunction(
    code: string,
    name: string,
    hostOptions: readonly number[],
    parameters: readonly string[],
  ): Evaluation
  setUnhandledPromiseRejectionHandler(handler: (promise: unknown, reason: unknown) => boolean): void
  setReportExceptionCallback(callback: (thrown: unknown) => void): void
}

type Evaluation = readonly [value: unknown, failure: { readonly thrown: unknown } | null]

declare const Deno: DenoRuntime

const { core } = Deno[Deno.internal] as { readonly core: DenoCore }
const { kRefed, queueImmediate, immediateRefCount, evalContext, compileFunction, readSync, writeSync } = core

/** Reads from standard input (resource 0); 0 when it has ended. `Deno.stdin` would ask the buffer for its length. */
export function readBytes(buffer: Uint8Array): number {
  return readSync(0, buffer)
}

/** Writes to standard output (resource 1), and gives the number of bytes that it took. */
export function writeBytes(bytes: Uint8Array): number {
  return writeSync(1, bytes)
}

export const exitProcess: (code: number) => never = Deno.exit
export const { inspect } = Deno
const { error: complain } = console
/** Text to UTF-8 and back. */
export const { encode, decode } = core
/** True while the engine does work of its own: reads a body, computes a digest, compiles. */
export const { eventLoopHasMoreWork: engineIsWorking } = core
export const { setUnhandledPromiseRejectionHandler: onUnhandledRejection } = core
export const { setReportExceptionCallback: onUncaughtError } = core
export const realNow: () => number = Date.now
export const realMonotonic: () => number = performance.now.bind(performance)

/**
 * Runs `step` after the microtasks and the work that is due: one turn of the real event loop.
 * `setImmediate` would do it too, but through objects whose setters a program can define; this one has its members already.
 */
export function nextTurn(step: () => void): void {
  immediateRefCount(true)
  queueImmediate(
    bare({
      _idleNext: null,
      _idlePrev: null,
      _onImmediate: step,
      _argv: undefined,
      _destroyed: false,
      asyncId: 0,
      triggerAsyncId: 0,
      [kRefed]: true,
    }),
  )
}

const { wait } = Atomics
const neverWoken = new Int32Array(new SharedArrayBuffer(4))

/** Runs `step` after some real time. The thread sleeps: the engine's own work goes on in others. */
export function afterRealMs(step: () => void, ms: number): void {
  wait(neverWoken, 0, 0, ms)
  nextTurn(step)
}

/**
 * No loader is bound to code that is compiled with this: `import()` in it fails, whatever it names. Code that is made of text while the
 * program runs (`eval`) would not be bound by it, and is forbidden by a flag of the engine.
 */
const NO_LOADER: readonly number[] = [1]

/** Ends a guest that would not hold the program, with a word for whoever started it. */
export function refuseToRun(why: string): never {
  complain(`This version of Deno cannot run programs in isolation: ${why}`)
  return exitProcess(70)
}

/** Runs a script of the guest's own choosing. @throws what is wrong with its syntax */
export function evaluate(code: string, name: string): unknown {
  return resultOf(evalContext(code, name, NO_LOADER))
}

/** Parses the body of a function, and runs nothing. @throws what is wrong with its syntax */
export function parseBody(code: string, name: string): void {
  resultOf(compileFunction(code, name, NO_LOADER, []))
}

function resultOf(evaluation: Evaluation): unknown {
  const failure = evaluation[1]
  if (failure !== null) throw failure.thrown
  return evaluation[0]
}
