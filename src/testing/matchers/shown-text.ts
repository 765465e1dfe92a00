/** Text from servers and tests, made safe and short enough for a message of 80 columns. */
import { didYouMean, printable } from '../../base/index.js'
import type { MCPResponse } from '../client/mcp-response.js'

/** Columns of a terminal that a message may take. */
export const COLUMNS = 80

/** One printable line of at most `width` code units; what is cut off shows as "…". */
export function shownLine(text: string, width = COLUMNS): string {
  // What is far beyond the width is not worth escaping, and may be megabytes.
  return clip(withoutCommands(printable(text.slice(0, 4 * width), { oneLine: true })), width)
}

/** Any value as one printable line of JSON. Asymmetric matchers of a test framework show as what they call themselves. */
export function shownValue(value: unknown, width = COLUMNS): string {
  return shownLine(jsonText(value), width)
}

/** The lines of a text behind a bar, which also keeps a CI system from taking one of them for a command. */
export function quotedLines(text: string, maxLines = 12): string[] {
  const width = COLUMNS - 4
  const lines = text
    .slice(0, (maxLines + 1) * 4 * width)
    .split(/\r?\n/)
    .flatMap((line) => folded(withoutCommands(printable(line, { oneLine: true })), width))
  const shown = lines.slice(0, maxLines).map((line) => `  │ ${line}`)
  return lines.length > maxLines ? [...shown, `  │ … (${text.length} characters in all)`] : shown
}

function jsonText(value: unknown): string {
  const name = nameOfOther(value)
  if (name !== undefined) return name
  try {
    return JSON.stringify(value, writeOther) ?? String(value)
  } catch {
    // A test may expect what JSON cannot write, such as a cycle: a message has to come all the same.
    return String(value)
  }
}

/** A replacer of `JSON.stringify`: `member` has been through `toJSON` already, its holder has it as it is. */
function writeOther(this: unknown, key: string, member: unknown): unknown {
  const original: unknown = Reflect.get(Object(this), key)
  return nameOfAsymmetric(member) ?? nameOfOther(original) ?? member
}

/** What JSON would leave out, or write as something else that an answer may hold. */
function nameOfOther(value: unknown): string | undefined {
  if (value === undefined || Number.isNaN(value) || value === Infinity || value === -Infinity)
    return String(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'symbol') return String(value)
  if (value instanceof Date) return `Date ${Number.isNaN(value.getTime()) ? 'invalid' : value.toISOString()}`
  if (value instanceof RegExp) return String(value)
  return value instanceof Map || value instanceof Set
    ? `${value.constructor.name} of ${value.size}`
    : undefined
}

/** vitest and jest: `ObjectContaining`, `Any<Number>`; the protocol of such matchers is `asymmetricMatch`. */
function nameOfAsymmetric(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('asymmetricMatch' in value)) return undefined
  if ('toAsymmetricMatcher' in value && typeof value.toAsymmetricMatcher === 'function')
    return String(value.toAsymmetricMatcher())
  return String(value)
}

/** Azure DevOps takes these for commands wherever they stand; `::` of GitHub counts only where a line starts. */
function withoutCommands(text: string): string {
  return text.replace(/##(?=(?:vso)?\[)/g, '##\\')
}

function clip(text: string, width: number): string {
  if (text.length <= width) return text
  return `${text.slice(0, Math.max(0, width - 1)).replace(/[\ud800-\udbff]$/, '')}…`
}

function folded(line: string, width: number): string[] {
  const lines: string[] = []
  let rest = line
  while (rest.length > width) {
    const cut = rest.slice(0, width).replace(/[\ud800-\udbff]$/, '').length
    lines.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return [...lines, rest]
}

/** A line with the names that may have been meant, as they are to be shown; none where there are no such names. */
export function meantLines(near: readonly string[]): string[] {
  const hint = didYouMean(near)
  return hint === undefined ? [] : [`  ${hint.charAt(0).toUpperCase()}${hint.slice(1)}`]
}

/** The text of an answer as a detail of a message. `Text:` and its first lines; what stands there instead where the answer has no text. */
export function textDetail(response: MCPResponse): string[] {
  const { content, blocks } = response
  if (content !== undefined)
    return content === '' ? ['  Its text is empty'] : ['  Text:', ...quotedLines(content)]
  if (blocks.length === 0) return ['  It has no content at all']
  return [`  It has no text; its blocks: ${blocks.map(({ type }) => type).join(', ')}`]
}
