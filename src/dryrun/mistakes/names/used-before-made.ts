/** A call that needs what only a later one makes: the two stand in the wrong order. Told by names, never for certain. */
import { type Finding, lastName } from '../../../base/index.js'
import { toolRef } from '../../../call/index.js'
import { orderOf } from '../../doubts.js'
import type { Named } from './named-act.js'
import { hangsOn, isSameFile, type NamedCall, type NamedPlan, relationTo, surelySaid } from './named-calls.js'

export function usedBeforeMade(plan: NamedPlan): readonly Finding[] {
  const { calls } = plan
  const isAfter = orderOf(calls.map(({ entry }) => entry))
  return calls.flatMap((maker, i): readonly Finding[] => {
    if (!MAKERS.has(maker.kind) || maker.entry.answer.outcome.kind !== 'result') return []
    const earlier = calls.slice(0, i).filter(({ entry }) => isAfter(maker.entry, entry.call.n))
    for (const thing of maker.named.filter(({ as }) => as === 'own')) {
      const user = earlier.find((each) => needs(each, thing, maker, plan))
      const makesIt = (other: NamedCall): boolean => other !== user && leaves(other, thing, maker)
      if (user === undefined || earlier.some(makesIt) || isKnownBefore(thing, earlier)) continue
      return [finding(user, maker, thing)]
    }
    return []
  })
}

const MAKERS: ReadonlySet<string> = new Set(['makes', 'writes'])
const LEAVERS: ReadonlySet<string> = new Set([...MAKERS, 'adds', 'restores'])

function needs(user: NamedCall, thing: Named, maker: NamedCall, plan: NamedPlan): boolean {
  const { call } = user.entry
  if (!user.isGuessed || plan.isCaught(call)) return false
  const isRead = user.kind === 'reads'
  // Who reads first may write what comes of it.
  if (isRead && hangsOn(maker, user, plan.found)) return false
  if (maker.kind === 'makes') return user.named.some((named) => needsMade(user, named, thing, maker))
  const isInput = isRead || user.kind === 'takes' || user.kind === 'adds'
  if (!isInput || thing.as !== 'own') return false
  const names = user.named.some(
    (named) => relationTo(thing, maker.about, named) === 'same' || isSameFile(thing, named),
  )
  // What is taken once more afterwards was there before, as far as the plan says.
  return names && !plan.calls.some((each) => isTakenAgain(each, user, thing, maker))
}

function needsMade(user: NamedCall, named: Named, thing: Named, maker: NamedCall): boolean {
  const relation = relationTo(thing, maker.about, named)
  if (relation === undefined || BESIDE_THE_POINT.has(user.kind)) return false
  if (user.kind === 'moves' || user.kind === 'copies') return relation === 'below' && named.as === 'target'
  if (user.kind === 'makes' && named.as === 'own') return relation === 'below'
  return true
}

/** What asks whether it is there, and what makes room for it. */
const BESIDE_THE_POINT: ReadonlySet<string> = new Set(['looks', 'removes'])

function isTakenAgain(each: NamedCall, user: NamedCall, thing: Named, maker: NamedCall): boolean {
  const { n } = each.entry.call
  if (n <= maker.entry.call.n || toolRef(each.entry.call) !== toolRef(user.entry.call)) return false
  return each.named.some(
    (named) => relationTo(thing, maker.about, named) === 'same' || isSameFile(thing, named),
  )
}

function leaves(other: NamedCall, thing: Named, maker: NamedCall): boolean {
  const kinds = other.kind === 'moves' || other.kind === 'copies' ? 'target' : 'own'
  if (kinds === 'own' && !LEAVERS.has(other.kind)) return false
  return other.named.some(
    (named) =>
      named.as === kinds && (relationTo(thing, maker.about, named) === 'same' || isSameFile(thing, named)),
  )
}

/** Whether what somebody said before speaks of it: then it may have been there. */
function isKnownBefore({ text }: Named, earlier: readonly NamedCall[]): boolean {
  const name = lastName(text)
  return earlier.some((each) => surelySaid(each).includes(name))
}

function finding(user: NamedCall, maker: NamedCall, thing: Named): Finding {
  const { call } = user.entry
  return {
    ...{ code: 'USED_BEFORE_MADE', severity: 'error', certain: false },
    message: `${toolRef(call)} (call ${call.n}) needs ${JSON.stringify(thing.text)}, which only ${toolRef(maker.entry.call)} (call ${maker.entry.call.n}) makes, after it, as far as their names say`,
    ...(call.site ?? {}),
  }
}
