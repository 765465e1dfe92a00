/** Instructions as answers show them: short, and within what a model can afford to read. */
import { join } from 'node:path'
import { type Catalogue, headingsOf, type Instruction, passagesOf } from '../library/index.js'
import { stemOf, wordsOf } from '../routing/index.js'
import type { Desk } from './desk.js'
import { object, TEXT, TEXTS } from './tool.js'

export const INSTRUCTION = object(
  {
    id: { ...TEXT, description: 'category/name, for get_instructions and as instruction://category/name' },
    file_path: { ...TEXT, description: 'from the project root, or absolute' },
    version: TEXT,
    title: TEXT,
    description: TEXT,
    tags: TEXTS,
    categories: TEXTS,
    snippet: { ...TEXT, description: 'the passage that has most to do with what was asked' },
    sections: { ...TEXTS, description: 'the headings of its text' },
    related: { ...TEXTS, description: 'ids of the instructions that it names' },
    requires: { ...TEXTS, description: 'what a project must have for it to apply' },
    content: { ...TEXT, description: 'its text, with include_content' },
    routing_score: { type: 'number', exclusiveMinimum: 0 },
    search_score: { type: 'number', exclusiveMinimum: 0 },
    score_breakdown: { type: 'object', additionalProperties: { type: 'number' } },
  },
  ['content', 'routing_score', 'search_score', 'score_breakdown'],
)

export interface Listing {
  readonly desk: Desk
  readonly catalogue: Catalogue
  readonly found: readonly Instruction[]
  /** What was asked: snippets show where it stands. */
  readonly query: string
  readonly includeContent: boolean
  /** What stands beside an instruction, such as its score. */
  beside(n: number): object
}

/**
 * The instructions that fit into the answer, and how many do not: first the later ones lose what is long, then they are left out. A
 * token is about four bytes; hosts refuse answers above 25,000 tokens, so texts come only when they are asked for.
 */
export function listInstructions(listing: Listing): {
  readonly shown: readonly object[]
  readonly omitted: number
} {
  const { found, includeContent } = listing
  const maxBytes = 4 * (includeContent ? 20_000 : 1700)
  const shown = found.slice(0, 50).map((instruction, n) => show(instruction, listing, n))
  const isTooLong = (): boolean => Buffer.byteLength(JSON.stringify(shown)) > maxBytes
  for (let n = shown.length - 1; n > 0 && isTooLong(); n--)
    Object.assign(shown[n] ?? {}, {
      description: '',
      snippet: '',
      sections: [],
      tags: [],
      content: undefined,
    })
  while (isTooLong()) shown.pop()
  return { shown, omitted: found.length - shown.length }
}

function show(
  instruction: Instruction,
  { desk, catalogue, query, includeContent, beside }: Listing,
  n: number,
) {
  const { id, file, version, title, description, tags, categories, related, requires, body } = instruction
  const names = related.flatMap((name) => catalogue.find(name)?.id ?? [])
  const content = includeContent && Buffer.byteLength(body) < 60_000 ? { content: body.trim() } : {}
  return {
    id,
    file_path: desk.shown(join(desk.library.folder, file)),
    version: cut(version, 20),
    title: cut(title, 80),
    description: cut(description, 240),
    tags: list(tags, 6),
    categories: list(categories, 4),
    snippet: cut(snippetOf(instruction, query), 240),
    sections: list(
      headingsOf(body).filter((heading) => heading !== title),
      8,
    ),
    related: [...new Set(names)].slice(0, 3),
    requires: list(requires, 3),
    ...content,
    ...beside(n),
  }
}

function list(texts: readonly string[], max: number): string[] {
  return texts.slice(0, max).map((text) => cut(text, 50))
}

/** Not through the middle of a character. */
function cut(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

function snippetOf({ body, description }: Instruction, query: string): string {
  const wanted = new Set(wordsOf(query.slice(0, 2000)).map(stemOf))
  wanted.delete(null)
  let best = { passage: description, hits: -1 }
  for (const passage of passagesOf(body.slice(0, 20_000)).filter((each) => !each.includes(' | '))) {
    const hits = new Set(
      wordsOf(passage)
        .map(stemOf)
        .filter((stem) => wanted.has(stem)),
    ).size
    if (hits > best.hits) best = { passage, hits }
  }
  return best.passage
}
