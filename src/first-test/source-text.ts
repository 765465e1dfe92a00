/** Values and calls as the text of a TypeScript file, laid out as formatters do it: two spaces, single quotes, 110 columns. */
import { isIdentifier, isJsonObject, isList, type JsonValue } from '../base/index.js'

export type SourceValue =
  | JsonValue
  | CodeText
  | readonly SourceValue[]
  | { readonly [name: string]: SourceValue }

/** An expression among values, which stands in the file as it is: `process.env.TOKEN`. */
export class CodeText {
  readonly code: string

  constructor(code: string) {
    this.code = code
  }
}

/** An expression, in as many lines as it takes; `before` and `after` are what else stands on its first and last line. */
export function expression(value: SourceValue, indent: string, before = 0, after = 0): string {
  const short = onOneLine(value)
  if (indent.length + before + short.length + after <= WIDTH) return short
  return inLines(value, indent) ?? short
}

/** `head('a', { b: 1 })`: on one line, with a last object or list opened, or each argument on a line of its own. */
export function call(head: string, args: readonly SourceValue[], indent: string): string {
  const short = `${head}(${args.map(onOneLine).join(', ')})`
  if (indent.length + short.length <= WIDTH || args.length === 0) return short
  const first = args.slice(0, -1).map((each) => `${onOneLine(each)}, `)
  // Formatters open a last object only where the argument before it is none.
  const opened = isObject(args.at(-2) ?? null) ? undefined : inLines(args.at(-1) ?? null, indent)
  const start = `${head}(${first.join('')}`
  if (opened !== undefined && indent.length + start.length < WIDTH) return `${start}${opened})`
  const inner = `${indent}  `
  const lines = args.map((each) => `${inner}${expression(each, inner, 0, 1)},`)
  return [`${head}(`, ...lines, `${indent})`].join('\n')
}

/** In single quotes, or in double ones where that takes fewer escapes; nothing in it is unseen. */
export function sourceString(text: string): string {
  const escapedText = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replace(UNSEEN, unicodeEscape)
  const singles = text.split("'").length
  const doubles = text.split('"').length
  return singles > doubles
    ? `"${escapedText.replaceAll('"', '\\"')}"`
    : `'${escapedText.replaceAll("'", "\\'")}'`
}

const WIDTH = 110
const UNSEEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

function unicodeEscape(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

function onOneLine(value: SourceValue): string {
  if (value instanceof CodeText) return value.code
  if (typeof value === 'string') return sourceString(value)
  if (isList(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (!isObject(value)) return String(value)
  const members = Object.entries(value).map(([name, member]) => `${memberName(name)}: ${onOneLine(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** Undefined for what cannot be opened. */
function inLines(value: SourceValue, indent: string): string | undefined {
  const inner = `${indent}  `
  if (isList(value) && value.length > 0)
    return ['[', ...value.map((each) => `${inner}${expression(each, inner, 0, 1)},`), `${indent}]`].join('\n')
  if (!isObject(value) || Object.keys(value).length === 0) return undefined
  const members = Object.entries(value).map(([name, member]) => {
    const before = `${memberName(name)}: `
    return `${inner}${before}${expression(member, inner, before.length, 1)},`
  })
  return ['{', ...members, `${indent}}`].join('\n')
}

function memberName(name: string): string {
  // As a plain member it would set the prototype.
  if (name === '__proto__') return "['__proto__']"
  return isIdentifier(name) ? name : sourceString(name)
}

function isObject(value: SourceValue): value is { readonly [name: string]: SourceValue } {
  return !(value instanceof CodeText) && !isList(value) && isJsonObject(value)
}
