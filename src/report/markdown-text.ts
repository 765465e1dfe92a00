/**
 * Foreign text in Markdown as GitHub and GitLab render it. It stands in code alone: nothing in code is a link, a mention, a
 * reference, an image or HTML.
 */
import type { Sentence } from './list-section.js'
import { safeText } from './safe-text.js'

/** A code span of one line. Fits into a cell of a table: a pipe, which would end the cell even in code, is escaped. */
export function codeSpan(text: string, max = 200): string {
  const safe = safeText(text, max).replaceAll('|', '\\u007c')
  const fence = '`'.repeat(longestRun(safe) + 1)
  // One space at each end is not shown. Without it a backtick at an end would join the fence, and nothing at all would be no code.
  const pad = fence.length > 1 || safe.trim() !== safe || safe === '' ? ' ' : ''
  return fence + pad + safe + pad + fence
}

/** The sentence with the words of others as code. */
export function sentenceMarkdown(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : codeSpan(part.code, 500))).join('')
}

/** A fenced block; `indent` is that of the list item it belongs to. The lines are safe for a log, and none holds a line break. */
export function codeBlock(
  lines: readonly string[],
  indent = '',
  language: 'text' | 'diff' = 'text',
): string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1))
  return [fence + language, ...lines, fence].map((line) => indent + line)
}

/** The longest run of backticks. */
function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
}
