/** Positions in the user's file: of calls, of errors, and in the stacks that the program can print. */
import {
  bare,
  defineProperty,
  errorToText,
  isInstance,
  NativeError,
  NativeWeakMap,
  reflectApply,
  uncurryThis,
  weakMapGet,
  weakMapSet,
} from './primordials.js'
import type { AnyFunction } from './replace.js'

/** One-based. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Names the compiled program to the engine. */
export const PROGRAM_URL = 'understudy:program'
/** Stands before the program on its first line; `watcher` names a third parameter, where the text asks for one. */
export function programPrefix(watcher: string | undefined): string {
  return `(async function (mcp, params${watcher === undefined ? '' : `, ${watcher}`}) {"use strict";`
}

export interface Stacks {
  /** Names the user's file and the watcher, for the program that is about to start. */
  begin(fileName: string, watcher: string | undefined): void
  /** Where in the user's file the present call of `callee` stands. */
  siteOf(callee: AnyFunction): Position | undefined
  /** Where in the user's file an error was made. */
  siteOfError(error: object): Position | undefined
  /** Gives an error that was made outside the program the place it belongs to. */
  place(error: object, position: Position | undefined): void
}

interface Frame {
  getFileName(): string | null
  getLineNumber(): number | null
  getColumnNumber(): number | null
  getFunctionName(): string | null
  isAsync(): boolean
}

/** Makes stacks speak of the user's file alone, to the program too when it describes them itself. */
export function installStacks(): Stacks {
  const { captureStackTrace } = NativeError
  const frame = frameMethods(captureStackTrace)
  const stacks = new ProgramStacks(captureStackTrace, frame)
  NativeError.stackTraceLimit = 30
  const describe = (error: object, frames: readonly Frame[]): unknown => stacks.describe(error, frames)
  // The engine asks for it at each error. What the program sets gets the program's own frames, and never the guest's.
  defineProperty(
    NativeError,
    'prepareStackTrace',
    bare({
      get: () => describe,
      set(given: unknown) {
        stacks.describeBy(
          typeof given === 'function' && given !== describe ? (given as AnyFunction) : undefined,
        )
      },
      enumerable: false,
      configurable: false,
    }),
  )
  return stacks
}

type CaptureStackTrace = (holder: object, callee?: AnyFunction) => void

class ProgramStacks implements Stacks {
  readonly #capture: CaptureStackTrace
  readonly #frame: FrameMethods
  readonly #sites = new NativeWeakMap<object, Position>()
  #fileName = ''
  /** Characters before the program on its first line. */
  #before = 0
  /** Whose position is asked for, and what it is. */
  #asked: object | undefined
  #answer: Position | undefined
  /** What the program describes errors with. */
  #own: AnyFunction | undefined

  constructor(capture: CaptureStackTrace, frame: FrameMethods) {
    this.#capture = capture
    this.#frame = frame
  }

  begin(name: string, watcher: string | undefined): void {
    this.#fileName = name
    this.#before = programPrefix(watcher).length
  }

  siteOf(callee: AnyFunction): Position | undefined {
    const holder: { readonly stack: unknown } = bare({ stack: undefined })
    const capture = this.#capture
    this.#asked = holder
    this.#answer = undefined
    try {
      capture(holder, callee)
      // Reading the stack is what makes the engine describe it.
      void holder.stack
      return this.#answer
    } catch {
      // The program has replaced Error itself: the engine then asks that one. Its calls have no position, and that is all.
      return undefined
    } finally {
      this.#asked = undefined
    }
  }

  siteOfError(error: object): Position | undefined {
    void (error as { readonly stack: unknown }).stack
    return weakMapGet(this.#sites, error)
  }

  place(error: object, position: Position | undefined): void {
    if (position === undefined) return
    weakMapSet(this.#sites, error, position)
    const value = `${errorHeadline(error)}\n    at ${this.#fileName}:${position.line}:${position.column}`
    defineProperty(error, 'stack', bare({ value, configurable: true, writable: true, enumerable: false }))
  }

  describeBy(own: AnyFunction | undefined): void {
    this.#own = own
  }

  describe(error: object, frames: readonly Frame[]): unknown {
    const position = this.#firstPosition(frames)
    if (error === this.#asked) {
      this.#answer = position
      return ''
    }
    if (position !== undefined) weakMapSet(this.#sites, error, position)
    return this.#own === undefined
      ? this.#stackOf(error, frames)
      : reflectApply(this.#own, NativeError, [error, this.#framesOfProgram(frames)])
  }

  #stackOf(error: object, frames: readonly Frame[]): string {
    let text = errorHeadline(error)
    for (let i = 0; i < frames.length; i++) {
      const each = frames[i] as Frame
      const at = this.#positionOf(each)
      if (at === undefined) continue
      const name = this.#frame.functionName(each)
      const where = `${this.#fileName}:${at.line}:${at.column}`
      const named = name === null || name === '' || name === 'eval' ? where : `${name} (${where})`
      text += `\n    at ${this.#frame.isAsync(each) ? 'async ' : ''}${named}`
    }
    return text
  }

  #framesOfProgram(frames: readonly Frame[]): readonly Frame[] {
    const kept: Frame[] = []
    for (let i = 0; i < frames.length; i++) {
      const value = frames[i] as Frame
      if (this.#frame.script(value) !== PROGRAM_URL) continue
      const member = bare({ value, writable: true, enumerable: true, configurable: true })
      defineProperty(kept, kept.length, member)
    }
    return kept
  }

  #firstPosition(frames: readonly Frame[]): Position | undefined {
    for (let i = 0; i < frames.length; i++) {
      const position = this.#positionOf(frames[i] as Frame)
      if (position !== undefined) return position
    }
    return undefined
  }

  #positionOf(each: Frame): Position | undefined {
    const line = this.#frame.line(each)
    const column = this.#frame.column(each)
    if (this.#frame.script(each) !== PROGRAM_URL || line === null || column === null) return undefined
    return { line, column: line === 1 ? column - this.#before : column }
  }
}

interface FrameMethods {
  script(frame: Frame): string | null
  line(frame: Frame): number | null
  column(frame: Frame): number | null
  functionName(frame: Frame): string | null
  isAsync(frame: Frame): boolean
}

/** The methods of the engine's frames, whose prototype a program can reach. */
function frameMethods(captureStackTrace: (holder: object) => void): FrameMethods {
  let sample: Frame | undefined
  const take = (_: unknown, frames: unknown): unknown => {
    sample = (frames as readonly Frame[])[0]
    return ''
  }
  const member = bare({ value: take, writable: true, enumerable: false, configurable: true })
  defineProperty(NativeError, 'prepareStackTrace', member)
  const holder: { readonly stack: unknown } = bare({ stack: undefined })
  captureStackTrace(holder)
  void holder.stack
  if (sample === undefined)
    throw new NativeError('Cannot run programs in this version of Deno: it shows no frames')
  return bare({
    script: uncurryThis(sample.getFileName),
    line: uncurryThis(sample.getLineNumber),
    column: uncurryThis(sample.getColumnNumber),
    functionName: uncurryThis(sample.getFunctionName),
    isAsync: uncurryThis(sample.isAsync),
  })
}

function errorHeadline(error: object): string {
  try {
    return isInstance(NativeError, error) ? errorToText(error as Error) : 'Error'
  } catch {
    // A `name` or `message` that cannot be read as text.
    return 'Error'
  }
}
