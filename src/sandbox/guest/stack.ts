/** Positions in the user's file: of calls, of errors, and in the stacks that the program can print. */
import { defineProperty, errorToText, NativeError, weakMapGet, weakMapSet } from './primordials.js'

/** One-based. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Names the compiled program to the engine. */
export const PROGRAM_URL = 'understudy:program'
/** Stands before the program on its first line. */
export const PROGRAM_PREFIX = '(async function (mcp, params) {"use strict";'

export interface Stacks {
  /** Names the user's file, for the program that is about to start. */
  begin(fileName: string): void
  /** Where in the user's file the present call of `callee` stands. */
  siteOf(callee: (...values: never[]) => unknown): Position | undefined
  /** Where in the user's file an error was made. */
  siteOfError(error: Error): Position | undefined
  /** Gives an error that was made outside the program the place it belongs to. */
  place(error: Error, position: Position | undefined): void
}

interface Frame {
  getScriptNameOrSourceURL(): string | null
  getLineNumber(): number | null
  getColumnNumber(): number | null
  getFunctionName(): string | null
  isAsync(): boolean
}

/** Makes stacks speak of the user's file alone. */
export function installStacks(): Stacks {
  let fileName = ''
  const { captureStackTrace } = NativeError
  const sites = new WeakMap<object, Position>()
  NativeError.stackTraceLimit = 30
  NativeError.prepareStackTrace = describeStack

  return {
    begin(name) {
      fileName = name
    },
    siteOf(callee) {
      const { prepareStackTrace } = NativeError
      const holder: { stack?: Position } = {}
      try {
        // The engine calls it with what its type here does not know: structured frames.
        NativeError.prepareStackTrace = (_, frames) => firstPosition(frames as unknown as readonly Frame[])
        captureStackTrace(holder, callee)
        const { stack } = holder
        // Text when the program has replaced Error itself: the engine then describes stacks its own way.
        return typeof stack === 'object' ? stack : undefined
      } catch {
        // The program froze or replaced Error: its calls have no position, and that is all.
        return undefined
      } finally {
        restore(prepareStackTrace)
      }
    },
    siteOfError(error) {
      // Reading the stack is what makes the engine describe it.
      return typeof error.stack === 'string' ? weakMapGet(sites, error) : undefined
    },
    place(error, position) {
      if (position === undefined) return
      weakMapSet(sites, error, position)
      const stack = `${headline(error)}\n    at ${fileName}:${position.line}:${position.column}`
      defineProperty(error, 'stack', { value: stack, configurable: true, writable: true })
    },
  }

  function describeStack(error: Error, callSites: readonly unknown[]): string {
    const frames = callSites as readonly Frame[]
    const position = firstPosition(frames)
    if (position !== undefined) weakMapSet(sites, error, position)
    let text = headline(error)
    for (let i = 0; i < frames.length; i++) {
      const frame = frames[i]
      const at = frame && positionOf(frame)
      if (at === undefined) continue
      const name = frame?.getFunctionName()
      const where = `${fileName}:${at.line}:${at.column}`
      text += `\n    at ${frame?.isAsync() ? 'async ' : ''}${name && name !== 'eval' ? `${name} (${where})` : where}`
    }
    return text
  }

  function restore(prepareStackTrace: typeof NativeError.prepareStackTrace): void {
    try {
      NativeError.prepareStackTrace = prepareStackTrace
    } catch {
      // A frozen Error was never changed.
    }
  }
}

function firstPosition(frames: readonly Frame[]): Position | undefined {
  for (let i = 0; i < frames.length; i++) {
    const frame = frames[i]
    const position = frame && positionOf(frame)
    if (position !== undefined) return position
  }
  return undefined
}

function positionOf(frame: Frame): Position | undefined {
  const line = frame.getLineNumber()
  const column = frame.getColumnNumber()
  if (frame.getScriptNameOrSourceURL() !== PROGRAM_URL || line === null || column === null) return undefined
  return { line, column: line === 1 ? column - PROGRAM_PREFIX.length : column }
}

function headline(error: Error): string {
  try {
    return errorToText(error)
  } catch {
    // A `name` or `message` that cannot be read as text.
    return 'Error'
  }
}
