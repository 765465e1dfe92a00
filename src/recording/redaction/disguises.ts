/**
 * Given secrets that stand in a text in other words: hex, base64 that does not decode, UTF-16, escapes of single characters, in capitals or
 * without them, and broken by the end of a line.
 */
import { escapeForPattern } from '../../base/index.js'

export interface Disguises {
  /** Replaces what says a secret, whole. */
  replace(text: string, replacement: (secret: string) => string): string
}

/** Of secrets of eight bytes and more: what is shorter would be found where nobody put it. */
export function disguisesOf(secrets: readonly string[]): Disguises {
  const known = [...new Set(secrets)].filter((secret) => Buffer.byteLength(secret) >= MIN_BYTES)
  const longestFirst = known.sort((a, b) => b.length - a.length)
  if (longestFirst.length === 0) return { replace: (text) => text }
  const telling = longestFirst.filter(isTelling)
  const kinds = [
    ...(telling.length === 0
      ? []
      : [{ mayStandIn: LETTER, pattern: oneOf(telling.map(escapeForPattern), 'gi'), of: telling }]),
    { mayStandIn: LINE_END, pattern: oneOf(longestFirst.map(brokenPattern), 'g') },
    { mayStandIn: ESCAPE, pattern: oneOf(longestFirst.map(escapedPattern), 'g') },
    { mayStandIn: HEX, pattern: oneOf(longestFirst.map(inHex), 'gi') },
    { mayStandIn: BROKEN_BASE64, pattern: oneOf(longestFirst.map(inBase64), 'g') },
  ]
  return {
    replace: (text, replacement) =>
      kinds.reduce(
        (rest, { mayStandIn, pattern, of = longestFirst }) =>
          mayStandIn.test(rest)
            ? rest.replace(pattern, (...match: readonly unknown[]) =>
                replacement(of[match.slice(1).findIndex((group) => group !== undefined)] ?? ''),
              )
            : rest,
        text,
      ),
  }
}

/** The number of the group says which of them it was. */
function oneOf(patterns: readonly string[], flags: string): RegExp {
  return new RegExp(patterns.map((pattern) => `(${pattern})`).join('|'), flags)
}

function inHex(secret: string): string {
  return eachEncoding(secret).map(hexPattern).join('|')
}

function inBase64(secret: string): string {
  return eachEncoding(secret).flatMap(base64Patterns).join('|')
}

const MIN_BYTES = 8

function eachEncoding(secret: string): readonly Buffer[] {
  const little = Buffer.from(secret, 'utf16le')
  return [Buffer.from(secret, 'utf8'), little, Buffer.from(little).swap16()]
}

/** In another case it is no word of a language. */
function isTelling(secret: string): boolean {
  return (/\d/.test(secret) && /[a-z]/i.test(secret)) || secret.length >= WORD_BYTES
}

const WORD_BYTES = 20
const LETTER = /[a-z]/i

/** Also as JSON escapes it. */
const LINE_END = /\n|\\n/

/** Each character, and after any of them an end of the line: with what continues one, and what begins the next. */
function brokenPattern(secret: string): string {
  return [...secret]
    .map(escapeForPattern)
    .join('(?:[ \\t]*\\\\?(?:\\r?\\n|(?:\\\\+r)?\\\\+n)[ \\t+>|#*"\'-]{0,12})?')
}

/** What a text has that can hold an escape, or UTF-16 that was read one character a byte. */
const ESCAPE = /\\[ux]|&#|%[0-9a-fu]|\0/i

/** Every character as it is or escaped, and a byte of zero on either side, as UTF-16 has it. */
function escapedPattern(secret: string): string {
  const zero = '(?:\\0|%00|\\\\+(?:u0000|x00|0))?'
  return [...secret].map((character) => `(?:${escapesOf(character).join('|')})`).join(zero)
}

function escapesOf(character: string): string[] {
  const code = character.codePointAt(0) ?? 0
  const hex = anyCase(code.toString(16))
  const units = Array.from({ length: character.length }, (_, i) =>
    anyCase(character.charCodeAt(i).toString(16).padStart(4, '0')),
  )
  const bytes = [...Buffer.from(character, 'utf8')].map((byte) => anyCase(byte.toString(16).padStart(2, '0')))
  return [
    escapeForPattern(character),
    units.map((unit) => `\\\\+u${unit}`).join(''),
    `\\\\+u\\{0*${hex}\\}`,
    units.map((unit) => `%u${unit}`).join(''),
    bytes.map((byte) => `\\\\+x${byte}`).join(''),
    bytes.map((byte) => `%${byte}`).join(''),
    `&#0*${code};?`,
    `&#[xX]0*${hex};?`,
  ]
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}

const HEX = /(?:[0-9a-f]{2}(?:[\s:,;_-]|\\+x|0x){0,6}){8}/i

/** Two digits a byte, and between bytes what dumps put there. */
function hexPattern(bytes: Buffer): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('(?:[\\s:,;_-]|\\\\+x|0x){0,6}')
}

/** Eight digits and more, broken or not. */
const BROKEN_BASE64 = /(?:[A-Za-z0-9+/_-](?:[\s='"]|\\+[nr]){0,4}){10}/

/** At each of the three places in a group of base64, what no neighbour touches; between digits what breaks it: spaces, ends of lines, padding. */
function base64Patterns(bytes: Buffer): string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    const own = encoded.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6))
    return [...own].map(base64Digit).join('(?:[\\s=\'"]|\\\\+[nr]){0,4}')
  })
}

function base64Digit(digit: string): string {
  if (digit === '+') return '[+-]'
  return digit === '/' ? '[/_]' : digit
}
