/** Members of one object of a text that people write by hand, exchanged for another one: comments and formatting stay. */
import { createScanner, findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'
import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../base/index.js'
import { jsonOf } from './document-node.js'
import { parseDocument } from './parse-document.js'

export interface MemberExchange {
  /** The member of the whole document that is the object. */
  readonly of: string
  /** Names of members that go. */
  readonly out: readonly string[]
  /** Becomes the first member. */
  readonly in: { readonly name: string; readonly value: JsonObject }
}

/**
 * The text with that exchange, and every other character as it was. In a text with comments whole lines that go become comments, so
 * that those within them stay too; a text without comments has none afterwards.
 * @throws Error when the text has no such object: whoever calls has seen it
 */
export function exchangeMembers(text: string, exchange: MemberExchange): string {
  if (text.startsWith(BYTE_ORDER_MARK)) return BYTE_ORDER_MARK + exchangeMembers(text.slice(1), exchange)
  const expected = exchanged(jsonIn(text), exchange)
  const ways = hasComments(text) ? [true, false] : [false]
  for (const keepsLines of ways) {
    const edited = applyEdits(text, editsOf(text, exchange, keepsLines))
    const isStrict = !hasTrailingComma(edited) || hasTrailingComma(text)
    if (isStrict && isSameJson(jsonIn(edited), expected)) return edited
  }
  throw new Error(`"${exchange.of}" cannot be edited as it is written`)
}

const BYTE_ORDER_MARK = '\ufeff'

interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  const fromTheEnd = edits.toSorted((a, b) => b.from - a.from || b.to - a.to)
  return fromTheEnd.reduce(
    (rest, { from, to, text: put }) => rest.slice(0, from) + put + rest.slice(to),
    text,
  )
}

function editsOf(text: string, { of, out, in: put }: MemberExchange, keepsLines: boolean): Edit[] {
  const members = membersOf(text, of)
  const stays = members.filter(({ name }) => !out.includes(name))
  const goes = members.filter(({ name }) => out.includes(name))
  const last = stays.at(-1)
  const isLast = last !== undefined && last !== members.at(-1) && members.at(-1)?.comma === undefined
  return [
    insertion(text, of, put, stays.length > 0),
    ...goes.flatMap(
      (member) => (keepsLines ? commentOut(text, member) : undefined) ?? [takeOut(text, member)],
    ),
    // The comma before what went stands at the end now.
    ...(isLast && last.comma !== undefined ? [{ from: last.comma, to: last.comma + 1, text: '' }] : []),
  ]
}

interface Member {
  readonly name: string
  readonly from: number
  readonly to: number
  /** Where the comma behind it stands, if there is one. */
  readonly comma: number | undefined
}

function objectIn(text: string, of: string): Node {
  const root = parseTree(text, [], { allowTrailingComma: true })
  const object = root === undefined ? undefined : findNodeAtLocation(root, [of])
  if (object?.type !== 'object') throw new Error(`there is no object "${of}"`)
  return object
}

function membersOf(text: string, of: string): readonly Member[] {
  return (objectIn(text, of).children ?? []).map(({ offset, length, children: [key] = [] }) => {
    const [next] = tokensOf(text, offset + length)
    const comma = next?.text === ',' ? next.offset : undefined
    return { name: String(key?.value), from: offset, to: offset + length, comma }
  })
}

/** In the way in which the first member is written: on lines of its own, or on one. */
function insertion(text: string, of: string, put: MemberExchange['in'], hasMore: boolean): Edit {
  const { offset } = objectIn(text, of)
  const [first] = membersOf(text, of)
  const comma = hasMore ? ',' : ''
  const start = first === undefined ? 0 : lineStart(text, first.from)
  const indent = first === undefined ? '' : text.slice(start, first.from)
  if (start <= offset || indent.trim() !== '') {
    const member = `${JSON.stringify(put.name)}: ${JSON.stringify(put.value)}${comma}`
    return { from: offset + 1, to: offset + 1, text: hasMore ? `${member} ` : member }
  }
  const outer = /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? ''
  const unit = indent.startsWith(outer) && indent !== outer ? indent.slice(outer.length) : '  '
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const value = JSON.stringify(put.value, null, unit).replaceAll('\n', `${eol}${indent}`)
  // What stands behind the brace belongs to the line of the brace.
  const end = lineEnd(text, offset)
  const at = /^\s*(?:\/\/.*)?$/.test(text.slice(offset + 1, end)) ? end : offset + 1
  return { from: at, to: at, text: `${eol}${indent}${JSON.stringify(put.name)}: ${value}${comma}` }
}

/** Undefined where its lines are not its own. */
function commentOut(text: string, member: Member): readonly Edit[] | undefined {
  const to = member.comma === undefined ? member.to : member.comma + 1
  const start = lineStart(text, member.from)
  const end = lineEnd(text, to)
  const indent = text.slice(start, member.from)
  if (indent.trim() !== '' || !/^\s*(?:\/\/.*)?$/.test(text.slice(to, end))) return undefined
  const edits: Edit[] = []
  for (let at = start; at < end; at = nextLine(text, at)) {
    const line = text.slice(at, nextLine(text, at))
    const from = at + (line.startsWith(indent) ? indent.length : 0)
    if (line.trim() !== '') edits.push({ from, to: from, text: '// ' })
  }
  return edits
}

/** With its line, where nothing else stands on it. */
function takeOut(text: string, member: Member): Edit {
  const to = member.comma === undefined ? member.to : member.comma + 1
  const [start, end] = [lineStart(text, member.from), lineEnd(text, to)]
  const isAlone = text.slice(start, member.from).trim() === '' && text.slice(to, end).trim() === ''
  if (isAlone && start > 0) return { from: start, to: nextLine(text, end), text: '' }
  return { from: member.from, to: to + (/^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0), text: '' }
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

/** Where the line feed, or the two characters of a line end, begin. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  if (end === -1) return text.length
  return end > at && text[end - 1] === '\r' ? end - 1 : end
}

function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end + 1
}

function hasComments(text: string): boolean {
  return tokensOf(text, 0, { trivia: true }).some((token) => /^\/[/*]/.test(token.text))
}

function hasTrailingComma(text: string): boolean {
  return tokensOf(text, 0).some((token, i, all) => /^[}\]]$/.test(token.text) && all[i - 1]?.text === ',')
}

/** Trivia are comments and white space. */
function tokensOf(
  text: string,
  from: number,
  { trivia = false } = {},
): readonly { readonly offset: number; readonly text: string }[] {
  const scanner = createScanner(text, !trivia)
  scanner.setPosition(from)
  const tokens: { offset: number; text: string }[] = []
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const offset = scanner.getTokenOffset()
    tokens.push({ offset, text: text.slice(offset, offset + scanner.getTokenLength()) })
  }
  return tokens
}

function jsonIn(text: string): JsonValue | undefined {
  const parsing = parseDocument(text, { format: 'json-with-comments' })
  return parsing.kind === 'document' ? jsonOf(parsing.root) : undefined
}

function exchanged(
  value: JsonValue | undefined,
  { of, out, in: put }: MemberExchange,
): JsonValue | undefined {
  const object = isJsonObject(value) ? value[of] : undefined
  if (!isJsonObject(value) || !isJsonObject(object)) return undefined
  const stays = Object.entries(object).filter(([name]) => !out.includes(name))
  return { ...value, [of]: Object.fromEntries([[put.name, put.value], ...stays]) }
}
