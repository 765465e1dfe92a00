/** A program as a module that a compiler can read: what it is the body of stands around it, on the same lines. */
import type { TextPosition } from '../base/index.js'
import { importHeaderLength } from './strip-types.js'

export interface ModuleText {
  readonly kind: 'js' | 'ts'
  readonly text: string
  /** Where in the program an offset of the text is. */
  positionOf(offset: number): TextPosition
}

export function isJavaScript(fileName: string): boolean {
  return /\.[cm]?js$/i.test(fileName)
}

/** `source` without the name of an interpreter in its first line. */
export function moduleText(
  source: string,
  fileName: string,
  positionAt: (offset: number) => TextPosition,
): ModuleText {
  const header = importHeaderLength(source)
  return {
    kind: isJavaScript(fileName) ? 'js' : 'ts',
    text: `${FIRST}${source.slice(0, header)}${OPEN}${source.slice(header)}\n}`,
    positionOf(offset) {
      const inHeader = Math.max(offset - FIRST.length, 0)
      return positionAt(inHeader < header ? inHeader : Math.max(inHeader - OPEN.length, header))
    },
  }
}

/** After a statement a comment is a comment: it refers to no files, and turns nothing off. */
const FIRST = 'export {};'
const OPEN = ';async function program(){'
