/** Which tools fit what somebody looks for, the best first. */
import { matchesPattern } from '../../base/index.js'
import type { RegisteredTool } from '../../registry/index.js'

/**
 * A query with a colon or a star is a pattern over `SERVER:TOOL`; a pattern without a server is one of tools of any server.
 * All else are words: a tool is the better the more of them it has, and a word counts more in a name than in a description, more as
 * a whole than as a beginning, and more the fewer tools have it. Tools that have none are left out.
 */
export function rankTools(query: string, tools: readonly RegisteredTool[]): readonly RegisteredTool[] {
  if (/[:*]/.test(query.trim())) return matchingPattern(query.trim().toLowerCase(), tools)
  const words = [...new Set(searchWords(query))].slice(0, MAX_WORDS)
  const described = tools.map((tool) => ({ tool, texts: textsOf(tool) }))
  const wanted = words.map((word) => {
    const hits = described.map(({ texts }) => strengthIn(texts, word))
    const having = hits.filter((strength) => strength > 0).length
    return { hits, rarity: Math.log(1 + tools.length / Math.max(1, having)) }
  })
  return described
    .map(({ tool }, i) => {
      const found = wanted.filter(({ hits }) => (hits[i] ?? 0) > 0)
      const score = found.reduce((sum, { hits, rarity }) => sum + (hits[i] ?? 0) * rarity, 0)
      // What has all the words stands above what has one of them many times over.
      return { tool, score: score * found.length }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool)
}

const MAX_WORDS = 16

function matchingPattern(pattern: string, tools: readonly RegisteredTool[]): RegisteredTool[] {
  const full = pattern.includes(':') ? pattern : `*:${pattern}`
  return tools.filter(({ ref }) => matchesPattern(full, ref.toLowerCase()))
}

interface ToolTexts {
  readonly name: readonly string[]
  readonly server: readonly string[]
  readonly description: readonly string[]
  readonly parameters: readonly string[]
}

function textsOf({ name, server, definition }: RegisteredTool): ToolTexts {
  const { title = '', description = '', inputSchema } = definition
  const { properties } = inputSchema
  return {
    name: searchWords(`${name} ${title}`),
    server: searchWords(server),
    description: searchWords(description.slice(0, 4_000)),
    parameters: Object.keys(typeof properties === 'object' && properties !== null ? properties : {}).flatMap(
      searchWords,
    ),
  }
}

function strengthIn({ name, server, description, parameters }: ToolTexts, word: string): number {
  return Math.max(
    8 * nearness(word, name),
    4 * nearness(word, server),
    3 * nearness(word, parameters),
    2 * nearness(word, description),
  )
}

/** 1 for the word itself, less for one that begins alike: `files` and `file`, `reading` and `read`. */
function nearness(word: string, words: readonly string[]): number {
  if (words.includes(word)) return 1
  const stem = stemOf(word)
  return stem.length >= 3 && words.some((each) => stemOf(each) === stem) ? 0.8 : 0
}

/** Rough, and the same for both sides: what English puts behind a word. */
function stemOf(word: string): string {
  return word.replace(/(?:ies|es|s|ing|ed|e|y)$/, '')
}

/** `readTextFile`, `read_text_file` and `read text file` are the same words; single letters and what is in every sentence are none. */
function searchWords(text: string): string[] {
  return text
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !EMPTY_WORDS.has(word))
}

const EMPTY_WORDS = new Set(
  'an and are as at be by for from in into is it of on or that the this to with'.split(' '),
)
