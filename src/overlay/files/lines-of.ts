/** The first or last lines of a text, as the official filesystem server takes them. */
import type { JsonValue } from '../../base/index.js'

/** Undefined where it cannot be told what a server makes of these numbers, or of a text as long as this. */
export function linesOf(
  text: string,
  head: JsonValue | undefined,
  tail: JsonValue | undefined,
): string | undefined {
  if (isNone(head) && isNone(tail)) return text
  if (!isNone(head) && !isNone(tail)) return undefined
  if (!isNone(tail)) return isCount(tail) && isShort(text) ? lastLines(text, tail) : undefined
  return isCount(head) ? firstLines(text, head) : undefined
}

function isNone(count: JsonValue | undefined): count is undefined | 0 {
  return count === undefined || count === 0
}

function isCount(count: JsonValue | undefined): count is number {
  return Number.isInteger(count) && (count as number) > 0
}

/** It is read from the end in pieces of so many bytes, and a character may be torn between two of them. */
const PIECE_BYTES = 1024

function isShort(text: string): boolean {
  return Buffer.byteLength(text) <= PIECE_BYTES
}

function lastLines(text: string, count: number): string {
  return text.replace(/\r\n/g, '\n').split('\n').slice(-count).join('\n')
}

/** What ends with a line feed has no empty line behind it. */
function firstLines(text: string, count: number): string {
  const lines = text.split('\n')
  return (lines.at(-1) === '' ? lines.slice(0, -1) : lines).slice(0, count).join('\n')
}
