/** Where nothing is known of what a tool answers: a list that is read page by page ends all the same, in the form that the plan reads. */
import { isSameJson, type JsonObject, type JsonValue } from '../../base/index.js'
import { type Answerer, siteKey, type ToolCall } from '../../call/index.js'
import type { WrittenRead } from '../missing-members.js'

/** Answers the third page that is asked for at a place of the plan with an empty one that names no other; all else goes on. */
export function lastPageAnswerer(reads: readonly WrittenRead[]): Answerer {
  const pages = new Map<string, { readonly call: ToolCall; readonly number: number }>()
  return {
    name: 'last-page',
    async answer(call, next) {
      const last = pages.get(siteKey(call))
      const number = last !== undefined && isTurned(last.call, call) ? last.number + 1 : 0
      pages.set(siteKey(call), { call, number })
      const page = number < LAST_PAGE ? undefined : emptyPage(call, reads)
      if (page === undefined) return await next(call)
      const content = [{ type: 'text' as const, text: JSON.stringify(page) }]
      return { outcome: { kind: 'result', content, structured: page }, provenance: { source: 'unknown' } }
    },
  }
}

const LAST_PAGE = 2

/** Whether all is the same but for what says which page: a number that has grown, or what an unknown answer named. */
function isTurned(before: ToolCall, call: ToolCall): boolean {
  const [was, is] = [before.arguments ?? {}, call.arguments ?? {}]
  const unknown = new Set((call.unknownAt ?? []).map((pointer) => pointer.slice(1)))
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  const moved = names.filter((name) => unknown.has(name) || !isSameJson(was[name], is[name]))
  const [name, ...others] = moved
  if (name === undefined || others.length > 0 || !PAGE.test(name)) return false
  return unknown.has(name) || isGrown(was[name], is[name])
}

const PAGE = /page|cursor|offset|skip|start|after|token|marker|continu/i

function isGrown(was: JsonValue | undefined, is: JsonValue | undefined): boolean {
  return typeof is === 'number' && (typeof was === 'number' ? is > was : was === undefined)
}

/** Undefined where the text does not tell what it reads of it. */
function emptyPage(call: ToolCall, reads: readonly WrittenRead[]): JsonValue | undefined {
  const paths = reads
    .filter((read) => read.call.line === call.site?.line && read.call.column === call.site.column)
    .map(({ path }) => path)
  return paths.length === 0 ? undefined : emptyOf(paths)
}

/** What is read by a name of lists, or by an index, is one; what names the next page is not there. */
function emptyOf(paths: readonly WrittenRead['path'][]): JsonValue {
  const names = new Set(paths.flatMap(([name]) => (name === undefined ? [] : [name])))
  if ([...names].every((name) => typeof name === 'number' || name in Array.prototype)) return []
  const members = [...names].flatMap((name): readonly (readonly [string, JsonValue])[] => {
    if (typeof name === 'number' || NEXT.test(name)) return []
    const deeper = paths.flatMap(([first, ...others]) =>
      first === name && others.length > 0 ? [others] : [],
    )
    return [[name, deeper.length === 0 ? [] : emptyOf(deeper)]]
  })
  return Object.fromEntries(members) satisfies JsonObject
}

const NEXT = /next|cursor|token|more|marker|continu/i
