/** Instructions as answers show them: short, and within what a model can afford to read. */
import { join } from 'node:path'
import { z } from 'zod'
import { headingsOf, type Instruction } from './instruction.js'
import type { Catalogue } from './library.js'
import type { Service } from './service.js'
import { TEXT, TEXTS } from './tool.js'
import { stemsOf } from './words.js'

const INSTRUCTION = z.strictObject({
  id: TEXT.describe('category/name, for get_instructions and as instruction://category/name'),
  file_path: TEXT.describe('from the project root, or absolute'),
  version: TEXT,
  title: TEXT,
  description: TEXT,
  tags: TEXTS,
  categories: TEXTS,
  snippet: TEXT.describe('the passage that has most to do with what was asked'),
  sections: TEXTS.describe('the headings of its text'),
  related: TEXTS.describe('ids of the instructions that it names'),
  requires: TEXTS.describe('what a project must have for it to apply'),
  content: TEXT.optional().describe('its text, with include_content'),
  routing_score: z.number().positive().optional(),
  search_score: z.number().positive().optional(),
  score_breakdown: z.record(TEXT, z.number()).optional(),
})
export const INSTRUCTIONS = z.array(INSTRUCTION)

/** An instruction, and what is told beside it, such as its score. */
export type Found = { readonly instruction: Instruction } & Partial<z.infer<typeof INSTRUCTION>>

/**
 * The instructions that fit into the answer, and how many do not: first the later ones lose what is long, then they are left out. A
 * token is about four bytes; hosts refuse answers above 25,000 tokens, so texts come only when they are asked for. Snippets show where
 * the query stands.
 */
export function listInstructions(
  { shown, library }: Service,
  { find }: Catalogue,
  found: readonly Found[],
  query: string,
  withContent: boolean,
) {
  const maxBytes = 4 * (withContent ? 20_000 : 1700)
  const wanted = new Set(stemsOf(query.slice(0, 2000)))
  const instructions = found.slice(0, 50).map(({ instruction, ...beside }) => {
    const { id, file, title, body, related } = instruction
    const headings = headingsOf(body).filter((heading) => heading !== title)
    return {
      id,
      file_path: shown(join(library.folder, file)),
      version: cut(instruction.version, 20),
      title: cut(title, 80),
      description: cut(instruction.description, 240),
      tags: list(instruction.tags, 6),
      categories: list(instruction.categories, 4),
      snippet: cut(snippetOf(instruction, wanted), 240),
      sections: list(headings, 8),
      related: [...new Set(related.flatMap((name) => find(name)?.id ?? []))].slice(0, 3),
      requires: list(instruction.requires, 3),
      content: withContent && Buffer.byteLength(body) < 60_000 ? body.trim() : undefined,
      ...beside,
    }
  })
  const isTooLong = (): boolean => Buffer.byteLength(JSON.stringify(instructions)) > maxBytes
  const short = { description: '', snippet: '', sections: [], tags: [], content: undefined }
  for (let n = instructions.length - 1; n > 0 && isTooLong(); n--) Object.assign(instructions[n] ?? {}, short)
  while (isTooLong()) instructions.pop()
  return { instructions, count: instructions.length, omitted: found.length - instructions.length }
}

function list(texts: readonly string[], max: number): string[] {
  return texts.slice(0, max).map((text) => cut(text, 50))
}

/** Not through the middle of a character. */
function cut(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Of the paragraphs and items without their marks, and no tables: the first with most of the wanted words. */
function snippetOf({ body, description }: Instruction, wanted: ReadonlySet<string>): string {
  const passages = body
    .slice(0, 20_000)
    .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.)\s)/)
    .map((passage) => passage.replace(/^\s*(?:[-*+]|\d+\.|#+)\s+(?:\[.\]\s*)?|[*_`]{1,3}/g, ''))
    .filter((passage) => passage.trim().length > 15 && !passage.includes(' | '))
    .map((passage) => ({ passage, hits: new Set(stemsOf(passage).filter((stem) => wanted.has(stem))).size }))
  return passages.sort((a, b) => b.hits - a.hits)[0]?.passage ?? description
}
