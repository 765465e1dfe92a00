/** A move or a copy whose source is its target: one of them is not what was meant. */
import type { Finding } from '../../../base/index.js'
import { toolRef } from '../../../call/index.js'
import type { NamedPlan } from './named-calls.js'

export function ontoThemselves({ calls }: NamedPlan): readonly Finding[] {
  return calls.flatMap(({ kind, named, isGuessed, entry: { call } }): readonly Finding[] => {
    if ((kind !== 'moves' && kind !== 'copies') || !isGuessed) return []
    const source = named.find(
      ({ as, text }) => as === 'own' && named.some((to) => to.as === 'target' && to.text === text),
    )
    if (source === undefined) return []
    return [
      {
        ...{ code: 'MOVED_ONTO_ITSELF', severity: 'error', certain: false },
        message: `${toolRef(call)} (call ${call.n}) has ${JSON.stringify(source.text)} as what it takes and as where it goes`,
        ...(call.site ?? {}),
      },
    ]
  })
}
