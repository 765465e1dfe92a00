/** A call that uses what an earlier one took away, or one beside it does. Told by names, never for certain. */
import { type Finding, isSameJson } from '../../../base/index.js'
import { toolRef } from '../../../call/index.js'
import { orderOf } from '../../doubts.js'
import type { Named } from './named-act.js'
import { isPathLike, type NamedCall, type NamedPlan, relationTo } from './named-calls.js'

export function usedAfterGone(plan: NamedPlan): readonly Finding[] {
  const { calls } = plan
  const isAfter = orderOf(calls.map(({ entry }) => entry))
  const told = new Map<number, Finding>()
  for (const taker of calls) {
    if (!TAKERS.has(taker.kind) || taker.entry.answer.outcome.kind !== 'result') continue
    for (const thing of taker.named.filter(({ as }) => as === 'own')) {
      const user = calls.find((each) => {
        if (each === taker || told.has(each.entry.call.n) || isAfter(taker.entry, each.entry.call.n))
          return false
        return uses(each, thing, taker, plan) && !isBack(thing, taker, each, calls)
      })
      if (user === undefined) continue
      const isLater = isAfter(user.entry, taker.entry.call.n)
      if (!isLater && isSameCall(user, taker)) continue
      told.set(user.entry.call.n, finding(user, taker, thing, isLater))
    }
  }
  return [...told.values()]
}

const TAKERS: ReadonlySet<string> = new Set(['removes', 'moves'])
const USERS: ReadonlySet<string> = new Set(['reads', 'removes', 'moves', 'copies', 'edits'])

function uses(user: NamedCall, thing: Named, taker: NamedCall, { isCaught, stage }: NamedPlan): boolean {
  const { call, doubt } = user.entry
  if (!USERS.has(user.kind) || (!user.isGuessed && doubt === undefined) || isCaught(call)) return false
  if (user.entry.answer.provenance.source === 'copy' || call.server !== taker.entry.call.server) return false
  if (user.kind === 'removes' && isRepeatable(user, stage)) return false
  const relations = user.named.flatMap((named) =>
    named.as === 'own' ? (relationTo(thing, taker.about, named) ?? []) : [],
  )
  if (relations.includes('below')) return true
  return relations.length > 0 && (isPathLike(thing) || hasAllOf(user, taker, thing))
}

/** It says that twice is no more than once. */
function isRepeatable({ entry: { call } }: NamedCall, { registry }: NamedPlan['stage']): boolean {
  const lookup = registry.find(call.server, call.tool)
  return lookup.kind === 'found' && lookup.tool.definition.annotations?.idempotentHint === true
}

/** A label that is taken from an issue leaves the issue: whoever uses it names all that the first one did. */
function hasAllOf(user: NamedCall, taker: NamedCall, thing: Named): boolean {
  const given = user.entry.call.arguments ?? {}
  return Object.entries(taker.entry.call.arguments ?? {}).every(
    ([name, value]) =>
      name === thing.argument ||
      taker.named.some(({ as, argument }) => as === 'target' && argument === name) ||
      (typeof value !== 'string' && typeof value !== 'number') ||
      isSameJson(given[name], value),
  )
}

/** Whether something between the two leaves it there again, or does who knows what to it. */
function isBack(thing: Named, taker: NamedCall, user: NamedCall, calls: readonly NamedCall[]): boolean {
  const [from, to] = [taker.entry.call.n, user.entry.call.n]
  return calls.some(({ entry: { call }, kind, about, named }) => {
    if (call.n <= from || call.n >= to || kind === 'reads' || kind === 'looks' || kind === 'removes')
      return false
    return named.some((each) => {
      const relation = relationTo(thing, taker.about, each) ?? relationTo(each, about, thing)
      return relation !== undefined && !(kind === 'moves' && each.as === 'own')
    })
  })
}

function isSameCall(one: NamedCall, other: NamedCall): boolean {
  const [a, b] = [one.entry.call, other.entry.call]
  return toolRef(a) === toolRef(b) && isSameJson(a.arguments, b.arguments)
}

function finding(user: NamedCall, taker: NamedCall, thing: Named, isLater: boolean): Finding {
  const { call } = user.entry
  const other = `${toolRef(taker.entry.call)} (call ${taker.entry.call.n})`
  const what = JSON.stringify(thing.text)
  const message = isLater
    ? `${toolRef(call)} (call ${call.n}) uses ${what}, which ${other} took away before, as far as their names say`
    : `${toolRef(call)} (call ${call.n}) uses ${what} while ${other} takes it away: which is first is chance, as far as their names say`
  return { code: 'USED_AFTER_GONE', severity: 'error', certain: false, message, ...(call.site ?? {}) }
}
