/** Instructions as answers show them: short, and within what a model can afford to read. */
import { type Instruction, sectionsOf } from '../library/index.js'
import { snippetOf } from './snippet.js'

export interface ShownInstruction {
  readonly id: string
  readonly file_path: string
  readonly version: string
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  readonly categories: readonly string[]
  readonly snippet: string
  readonly sections: readonly string[]
  readonly related: readonly string[]
  readonly requires?: readonly string[]
  readonly content?: string
}

export interface Showing {
  readonly filePath: string
  readonly related: readonly Instruction[]
  /** What was asked: the snippet shows where it stands. */
  readonly query: string
}

/** How much of it is shown. */
export type Detail = 'short' | 'brief' | 'bare'

export function showInstruction(
  instruction: Instruction,
  showing: Showing,
  detail: Detail,
): ShownInstruction {
  const { id, version, title, description, tags, categories, requires } = instruction
  const isBare = detail === 'bare'
  return {
    id,
    file_path: showing.filePath,
    version: cut(version, 20),
    title: cut(title, isBare ? 40 : 100),
    description: isBare ? '' : cut(description, detail === 'short' ? 240 : 100),
    tags: isBare ? [] : tags.slice(0, 6).map((tag) => cut(tag, 40)),
    categories: isBare ? [] : categories.slice(0, 4).map((each) => cut(each, 40)),
    snippet: isBare ? '' : cut(snippetOf(instruction, showing.query), detail === 'short' ? 240 : 80),
    sections:
      detail === 'short'
        ? sectionsOf(instruction)
            .slice(0, 8)
            .map((each) => cut(each, 50))
        : [],
    related: detail === 'short' ? showing.related.slice(0, 3).map((each) => each.id) : [],
    ...(requires.length === 0 || isBare
      ? {}
      : { requires: requires.slice(0, 3).map((each) => cut(each, 40)) }),
  }
}

/** By characters, not through the middle of one. */
export function cut(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= max) return line
  return `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
