/** The instruction router on 5,000 files, against bare minisearch on the same documents in the same run. */
import MiniSearch from 'minisearch'
import {
  createCatalogue,
  createRouter,
  ENGINES,
  type Instruction,
  parseInstruction,
} from '../examples/instruction-router/dist/index.js'
import { comparePaired, type Figure } from './figure.js'

const FILES = 5000
const ROUTES = 20
const FIELDS = ['name', 'title', 'description', 'keywords', 'sentence', 'categories', 'body'] as const

export async function run(): Promise<readonly Figure[]> {
  const files = Array.from({ length: FILES }, (_, n) => textOf(n))
  const parsed = parseAll(files)
  const documents = parsed.map(documentOf)
  return [await indexing(files, documents), await routing(files, documents)]
}

/** Ours reads the front matter of each file as well; theirs is handed the fields. */
async function indexing(files: readonly string[], documents: readonly Document[]): Promise<Figure> {
  const { ratio, oursMs, floorMs } = await comparePaired(
    () => createRouter(ENGINES[0], catalogueOf(files)),
    () => bareIndex(documents),
    { pairs: 3, warmUps: 0 },
  )
  return {
    name: 'indexing 5,000 instruction files, over bare minisearch',
    value: ratio,
    unit: '×',
    target: { atMost: 2 },
    detail: `front matter and index ${oursMs.toFixed(0)} ms, bare index ${floorMs.toFixed(0)} ms`,
  }
}

async function routing(files: readonly string[], documents: readonly Document[]): Promise<Figure> {
  const router = createRouter(ENGINES[0], catalogueOf(files))
  const bare = bareIndex(documents)
  const messages = Array.from({ length: ROUTES }, (_, n) => `how do I ${words(n * 31, 10)}`)
  const { ratio, oursMs, floorMs } = await comparePaired(
    () => {
      for (const message of messages) router.route(message)
    },
    () => {
      for (const message of messages) bare.search(message)
    },
    { pairs: 7, warmUps: 1 },
  )
  return {
    name: 'one route among 5,000 instructions, over a bare minisearch search',
    value: ratio,
    unit: '×',
    target: { atMost: 3 },
    detail: `route ${(oursMs / ROUTES).toFixed(2)} ms, bare search ${(floorMs / ROUTES).toFixed(2)} ms`,
  }
}

type Document = ReturnType<typeof documentOf>

function documentOf(instruction: Instruction) {
  const { id, name, title, description, keywords, sentence, categories, body } = instruction
  return {
    id,
    name,
    title,
    description,
    keywords: keywords.join(' '),
    sentence,
    categories: categories.join(' '),
    body,
  }
}

function bareIndex(documents: readonly Document[]): MiniSearch<Document> {
  const index = new MiniSearch<Document>({ fields: [...FIELDS] })
  index.addAll(documents)
  return index
}

function catalogueOf(files: readonly string[]) {
  return createCatalogue(files.map((text, n) => parseInstruction(pathOf(n), text)))
}

function parseAll(files: readonly string[]): Instruction[] {
  return files.flatMap((text, n) => parseInstruction(pathOf(n), text).instruction ?? [])
}

function pathOf(n: number): string {
  return `category_${n % 50}/topic_${n}.instructions.md`
}

/** About 3 kB, as instruction files are. */
function textOf(n: number): string {
  const paragraphs = Array.from(
    { length: 8 },
    (_, p) => `## ${words(n * 7 + p, 3)}\n\n${words(n * 13 + p * 101, 50)}`,
  )
  return `---
title: ${words(n, 3)}
description: ${words(n * 3, 12)}
domains: [${words(n * 5, 1)}]
priority: P2
routing:
  triggers:
    keywords: [${words(n * 11, 4).replaceAll(' ', ', ')}]
    nlp: "${words(n * 17, 12)}"
---
# ${words(n, 3)}

${paragraphs.join('\n\n')}
`
}

/** Words as spread as those of a language: few are frequent, most are rare. */
function words(seed: number, count: number): string {
  return Array.from({ length: count }, (_, n) => {
    const place = ((seed + 1) * 7919 + n * 104_729) % 1_000_003
    return wordOf(Math.floor((place / 1_000_003) ** 3 * 20_000))
  }).join(' ')
}

function wordOf(rank: number): string {
  const letters = 'bdfgklmnprstvz'
  const vowels = 'aeiou'
  let [word, rest] = ['', rank + 70]
  while (rest > 0) {
    word += (letters[rest % letters.length] ?? '') + (vowels[rest % vowels.length] ?? '')
    rest = Math.floor(rest / 14)
  }
  return word
}
