/** Where nothing is known of what a tool answers: what hangs on it ends all the same, in the form that the plan reads. */
import type { JsonObject, JsonValue } from '../../base/index.js'
import { type Answerer, siteKey, type ToolCall } from '../../call/index.js'
import type { Path, PlanText } from './plan-text.js'
import { createTurns, LAST_TURN } from './turns.js'

/**
 * Answers what goes on for the third time with an empty page that names no other, and where that is not the end, with whatever may be
 * one in turn; all else goes on.
 */
export function lastPageAnswerer(text: PlanText): Answerer {
  const turns = createTurns()
  return {
    name: 'last-page',
    async answer(call, next) {
      const turn = turns.of(call)
      const looks = turn.number + turn.looks - LAST_TURN
      const page = looks < 0 || text.isDiscarded(call.site) ? undefined : endingOf(call, looks, text)
      turns.answered(call, turn, page)
      if (page === undefined) return await next(call)
      const content = [{ type: 'text' as const, text: JSON.stringify(page) }]
      return { outcome: { kind: 'result', content, structured: page }, provenance: { source: 'unknown' } }
    },
  }
}

/** Undefined where the text does not tell what it reads. */
function endingOf({ site, ...call }: ToolCall, looks: number, text: PlanText): JsonValue | undefined {
  const place = siteKey({ ...call, ...(site && { site }) })
  const read = text.reads.filter((each) => siteKey({ ...each, site: each.call }) === place)
  const paths = read.length > 0 ? read.map(({ path }) => path) : text.chains()
  return paths.length === 0 ? undefined : emptyOf(paths, (name) => leafOf(name, looks, text))
}

/** What is read by a name of lists or texts, or by an index, is one, and empty. */
function emptyOf(paths: readonly Path[], leafOf: (name: string) => JsonValue | undefined): JsonValue {
  const names = new Set(paths.flatMap(([name]) => (name === undefined ? [] : [name])))
  const areOf = (prototype: object): boolean =>
    [...names].every((name) => typeof name === 'number' || name in prototype)
  if (areOf(Array.prototype)) return []
  if (areOf(String.prototype)) return ''
  const members = [...names].flatMap((name): readonly (readonly [string, JsonValue])[] => {
    if (typeof name === 'number' || name in Array.prototype) return []
    const deeper = paths.flatMap(([first, ...others]) =>
      first === name && others.length > 0 ? [others] : [],
    )
    const value = deeper.length === 0 ? leafOf(name) : emptyOf(deeper, leafOf)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(members) satisfies JsonObject
}

/** In turn, what may end a loop that hangs on a member. What names the next page is not there at first. */
function leafOf(name: string, looks: number, { isList, words }: PlanText): JsonValue | undefined {
  if (NEXT.test(name)) return [null, undefined, '', false][looks % 4]
  if (isList(name)) return []
  const { texts, numbers } = words()
  const candidates = [[], true, false, ...texts, 0, 100, ...numbers, null, '']
  return candidates[looks % candidates.length]
}

const NEXT = /next|cursor|token|more|marker|continu/i
