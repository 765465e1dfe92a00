/**
 * Parts of the runtime that are made when they are first read, which takes longer than all else that a guest does before its program: each
 * is there for the programs whose text names something of it, and for those that can name what their text does not.
 */
import { bare, defineProperty, getOwnPropertyDescriptor, reflectDelete, textIncludes } from './primordials.js'
import { loadValue } from './replace.js'

export interface Part {
  /** Is told, before a program begins, whether its text asks for this. */
  begin(isAsked: (words: readonly string[]) => boolean): void
}

export interface PartMakings {
  /** What it has of the global object. */
  readonly names: readonly string[]
  /** Other words by which a program gets at what it holds. */
  readonly otherWords: readonly string[]
  /** Puts the guest's own in its place, while the names are there. */
  install(): void
}

/**
 * Makes the parts that the text of the next program asks for, and takes the names of the others away: what is made while a program runs would
 * be made in a world that the program may have redefined.
 */
export function beginParts(parts: readonly Part[], code: string): void {
  const namesAny = mentions(code, ANY_GLOBAL)
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as Part
    part.begin((words) => namesAny || mentions(code, words))
  }
}

/** A guest that runs more than one program keeps what was made for one of them. */
export function createPart({ names, otherWords, install }: PartMakings): Part {
  let taken: readonly (PropertyDescriptor | undefined)[] | undefined
  let isMade = false
  return {
    begin(isAsked) {
      if (isMade) return
      if (!isAsked(names) && !isAsked(otherWords)) {
        taken ??= takeAway(names)
        return
      }
      isMade = true
      if (taken !== undefined) putBack(names, taken)
      install()
      for (let i = 0; i < names.length; i++) loadValue(globalThis, names[i] as string)
    },
  }
}

function takeAway(names: readonly string[]): readonly (PropertyDescriptor | undefined)[] {
  const taken: (PropertyDescriptor | undefined)[] = []
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string
    const value = getOwnPropertyDescriptor(globalThis, name)
    defineProperty(taken, i, bare({ value, writable: true, enumerable: true, configurable: true }))
    reflectDelete(globalThis, name)
  }
  return taken
}

function putBack(names: readonly string[], taken: readonly (PropertyDescriptor | undefined)[]): void {
  for (let i = 0; i < names.length; i++) {
    const descriptor = taken[i]
    if (descriptor !== undefined) defineProperty(globalThis, names[i] as string, bare(descriptor))
  }
}

/**
 * With the global object in its hands a program can name anything: these are its names, and a letter may be written by its number.
 * `this` is none of them: all code is strict, and nothing calls a function on the global object.
 */
const ANY_GLOBAL: readonly string[] = ['globalThis', 'self', '\\u']

function mentions(code: string, words: readonly string[]): boolean {
  for (let i = 0; i < words.length; i++) if (textIncludes(code, words[i] as string)) return true
  return false
}

export const TIMER_NAMES: readonly string[] = [
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'clearImmediate',
]

export const BUFFER_NAMES: readonly string[] = ['Buffer']

/** Reading it brings a module along that nothing else needs. */
export const PATTERN_NAMES: readonly string[] = ['URLPattern']

/** So do these. */
export const BASE64_NAMES: readonly string[] = ['atob', 'btoa']

/** Bodies, and the streams that they are read by. */
export const BODY_NAMES: readonly string[] = [
  'Blob',
  'ByteLengthQueuingStrategy',
  'CompressionStream',
  'CountQueuingStrategy',
  'DecompressionStream',
  'File',
  'Headers',
  'ReadableByteStreamController',
  'ReadableStream',
  'ReadableStreamBYOBReader',
  'ReadableStreamBYOBRequest',
  'ReadableStreamDefaultController',
  'ReadableStreamDefaultReader',
  'Request',
  'Response',
  'TextDecoderStream',
  'TextEncoderStream',
  'TransformStream',
  'TransformStreamDefaultController',
  'WebSocket',
  'WritableStream',
  'WritableStreamDefaultController',
  'WritableStreamDefaultWriter',
  'fetch',
]
