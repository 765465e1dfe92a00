/** What a backslash makes of the characters behind it. */
import {
  type CharacterClass,
  type CharacterRange,
  classOf,
  complement,
  DIGITS,
  WHITE_SPACE,
  WORD_CHARACTERS,
} from './pattern-syntax.js'
import type { TextCursor } from './text-cursor.js'

/** Takes `d`, `D`, `w`, `W`, `s`, `S`, `p{…}` or `P{…}` behind a backslash; undefined when something else stands there. */
export function escapedClass(cursor: TextCursor): CharacterClass | undefined {
  const ranges = SHORTHANDS.get(cursor.peek())
  if (ranges !== undefined) {
    cursor.next()
    return classOf(ranges)
  }
  const property = cursor.takeMatch(/([pP])\{([\w=]{1,60})\}/y)
  if (property === undefined) return undefined
  return {
    kind: 'class',
    negated: false,
    ranges: [],
    properties: [{ name: property[2] ?? '', negated: property[1] === 'P' }],
  }
}

const SHORTHANDS: ReadonlyMap<string, readonly CharacterRange[]> = new Map([
  ['d', DIGITS],
  ['D', complement(DIGITS)],
  ['w', WORD_CHARACTERS],
  ['W', complement(WORD_CHARACTERS)],
  ['s', WHITE_SPACE],
  ['S', complement(WHITE_SPACE)],
])

/** Takes the rest of an escape that stands for one character, and returns its code point. */
export function readEscape(cursor: TextCursor): number {
  const hexadecimal = readHexadecimal(cursor)
  if (hexadecimal !== undefined) return hexadecimal
  const control = cursor.takeMatch(/c([A-Za-z])/y)
  if (control !== undefined) return (control[1]?.charCodeAt(0) ?? 0) % 32
  const character = cursor.next()
  if (character === '') cursor.fail('a backslash with nothing behind it')
  else if (/[A-Za-z]/.test(character) && !NAMED.has(character))
    cursor.fail(`an unknown escape \\${character}`)
  return NAMED.get(character) ?? character.codePointAt(0) ?? 0
}

const NAMED: ReadonlyMap<string, number> = new Map([
  ['0', 0x00],
  ['t', 0x09],
  ['n', 0x0a],
  ['v', 0x0b],
  ['f', 0x0c],
  ['r', 0x0d],
])

function readHexadecimal(cursor: TextCursor): number | undefined {
  const pair = cursor.takeMatch(/u([Dd][89ABab][\dA-Fa-f]{2})\\u([Dd][C-Fc-f][\dA-Fa-f]{2})/y)
  if (pair !== undefined) {
    const high = Number.parseInt(pair[1] ?? '', 16) - 0xd800
    return 0x10000 + high * 0x400 + Number.parseInt(pair[2] ?? '', 16) - 0xdc00
  }
  const match = cursor.takeMatch(/u\{([\dA-Fa-f]{1,6})\}|u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2})/y)
  if (match === undefined) return undefined
  const code = Number.parseInt(match[1] ?? match[2] ?? match[3] ?? '', 16)
  if (code > 0x10ffff) cursor.fail('a code point beyond the last')
  return code
}
