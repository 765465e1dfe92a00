/** Reads the regular expressions that JSON Schema uses (ECMA-262, with the leniences that engines have outside Unicode mode). */
import { escapedClass, readEscape } from './parse-escape.js'
import {
  type CharacterClass,
  type CharacterRange,
  classOf,
  LINE_ENDS,
  type Pattern,
  type UnicodeProperty,
} from './pattern-syntax.js'
import { createTextCursor, type TextCursor } from './text-cursor.js'

export type ParsedPattern =
  | { readonly kind: 'pattern'; readonly pattern: Pattern }
  /** Why it cannot be read: broken, or something that takes more than a regular language to match. */
  | { readonly kind: 'unreadable'; readonly reason: string }

/** Reads a whole pattern. Never throws; reads nothing that RE2 cannot match. */
export function parsePattern(source: string): ParsedPattern {
  const cursor = createTextCursor(source)
  const pattern = readChoice(cursor, 0)
  if (!cursor.atEnd()) cursor.fail(`a ${cursor.peek()} without its other half`)
  return cursor.failure === undefined
    ? { kind: 'pattern', pattern }
    : { kind: 'unreadable', reason: cursor.failure }
}

const MAX_GROUP_DEPTH = 100

function readChoice(cursor: TextCursor, depth: number): Pattern {
  if (depth > MAX_GROUP_DEPTH) cursor.fail(`groups nested more than ${MAX_GROUP_DEPTH} deep`)
  const options = [readSequence(cursor, depth)]
  while (cursor.take('|')) options.push(readSequence(cursor, depth))
  const [only] = options
  return options.length === 1 && only !== undefined ? only : { kind: 'choice', options }
}

function readSequence(cursor: TextCursor, depth: number): Pattern {
  const items: Pattern[] = []
  while (!cursor.atEnd() && cursor.peek() !== '|' && cursor.peek() !== ')') {
    items.push(readRepeats(cursor, readAtom(cursor, depth)))
  }
  const [only] = items
  return items.length === 1 && only !== undefined ? only : { kind: 'sequence', items }
}

function readRepeats(cursor: TextCursor, item: Pattern): Pattern {
  const bounds = readBounds(cursor)
  if (bounds === undefined) return item
  // Lazy or greedy makes no difference to whether there is a match.
  cursor.take('?')
  const [min, max] = bounds
  if (max < min) cursor.fail(`a repetition from ${min} to ${max}`)
  if (readBounds(cursor) !== undefined) cursor.fail('a repetition of a repetition')
  return { kind: 'repeat', item, min, max }
}

function readBounds(cursor: TextCursor): readonly [number, number] | undefined {
  if (cursor.take('*')) return [0, Infinity]
  if (cursor.take('+')) return [1, Infinity]
  if (cursor.take('?')) return [0, 1]
  const braces = cursor.takeMatch(/\{(\d{1,9})(,(\d{0,9}))?\}/y)
  if (braces === undefined) return undefined
  const min = Number(braces[1])
  if (braces[2] === undefined) return [min, min]
  return [min, braces[3] === '' ? Infinity : Number(braces[3])]
}

function readAtom(cursor: TextCursor, depth: number): Pattern {
  const character = cursor.next()
  switch (character) {
    case '(':
      return readGroup(cursor, depth)
    case '[':
      return readClass(cursor)
    case '.':
      return classOf(LINE_ENDS, true)
    case '^':
      return { kind: 'assertion', name: 'start' }
    case '$':
      return { kind: 'assertion', name: 'end' }
    case '\\':
      return readEscapedAtom(cursor)
    case '*':
    case '+':
    case '?':
      cursor.fail(`a ${character} with nothing before it`)
      return NOTHING
    default:
      return oneCharacter(character.codePointAt(0) ?? 0)
  }
}

const NOTHING: Pattern = { kind: 'sequence', items: [] }

function oneCharacter(code: number): CharacterClass {
  return classOf([[code, code]])
}

function readGroup(cursor: TextCursor, depth: number): Pattern {
  if (cursor.takeMatch(/\?(<?[=!])/y) !== undefined) cursor.fail('a lookahead or lookbehind')
  else if (
    cursor.takeMatch(/\?(:|<[\p{ID_Start}$_][\p{ID_Continue}$]*>)/uy) === undefined &&
    cursor.peek() === '?'
  )
    cursor.fail('an unknown kind of group')
  if (cursor.failure !== undefined) return NOTHING
  const inside = readChoice(cursor, depth + 1)
  if (!cursor.take(')')) cursor.fail('a group without its end')
  return inside
}

function readEscapedAtom(cursor: TextCursor): Pattern {
  if (cursor.take('b')) return { kind: 'assertion', name: 'word-boundary' }
  if (cursor.take('B')) return { kind: 'assertion', name: 'no-word-boundary' }
  if (cursor.takeMatch(/[1-9]|k</y) !== undefined) {
    cursor.fail('a reference back to a group')
    return NOTHING
  }
  return escapedClass(cursor) ?? oneCharacter(readEscape(cursor))
}

function readClass(cursor: TextCursor): CharacterClass {
  const negated = cursor.take('^')
  const ranges: CharacterRange[] = []
  const properties: UnicodeProperty[] = []
  while (!cursor.atEnd() && cursor.peek() !== ']') {
    const first = readClassMember(cursor)
    if (typeof first !== 'number') {
      ranges.push(...first.ranges)
      properties.push(...first.properties)
    } else ranges.push(readRange(cursor, first))
  }
  if (!cursor.take(']')) cursor.fail('a character class without its end')
  return { kind: 'class', negated, ranges, properties }
}

/** In `[a-\d]` and `[a-]` the hyphen is a character. */
function readRange(cursor: TextCursor, first: number): CharacterRange {
  const beforeHyphen = cursor.position
  if (!cursor.take('-') || cursor.peek() === ']') {
    cursor.position = beforeHyphen
    return [first, first]
  }
  const last = readClassMember(cursor)
  if (typeof last !== 'number') {
    cursor.position = beforeHyphen
    return [first, first]
  }
  if (last < first) cursor.fail('a range of characters that ends before it starts')
  return [first, last]
}

function readClassMember(cursor: TextCursor): number | CharacterClass {
  const character = cursor.next()
  if (character !== '\\') return character.codePointAt(0) ?? 0
  if (cursor.take('b')) return 0x08
  return escapedClass(cursor) ?? readEscape(cursor)
}
