/** The passage of an instruction that has most to do with what was asked. */
import type { Instruction } from '../library/index.js'
import { stemsOf } from '../routing/index.js'

/** One paragraph or item, without its marks; the first one where none fits better. */
export function snippetOf({ body, description }: Instruction, query: string): string {
  const wanted = new Set(stemsOf(query.slice(0, MAX_QUERY)))
  let best = { passage: '', hits: -1 }
  for (const passage of passagesOf(body.slice(0, MAX_BODY))) {
    const hits = new Set(stemsOf(passage).filter((stem) => wanted.has(stem))).size
    if (hits > best.hits) best = { passage, hits }
  }
  return best.passage === '' ? description : best.passage
}

const MAX_QUERY = 2000
const MAX_BODY = 20_000

function passagesOf(body: string): string[] {
  return body
    .replace(/^(`{3,}|~{3,})[\s\S]*?^\1.*$/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.)\s)/)
    .filter((passage) => !/^\s*(#|\||-{3,}|\*\*[^*]+\*\*:)/.test(passage))
    .map((passage) =>
      passage
        .replace(/^\s*(?:[-*+]|\d+\.)\s+(?:\[.\]\s*)?/, '')
        .replace(/[*_`]{1,2}(?=\S)|(?<=\S)[*_`]{1,2}/g, ''),
    )
    .map((passage) =>
      passage
        .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((passage) => passage.length > 20)
}
