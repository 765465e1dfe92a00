/** What a rehearsal takes for granted beside that calls succeed: rules of servers that its answers rest on. */
import { defined } from '../base/index.js'
import { toolRef } from '../call/index.js'
import type { Effects } from '../effects/index.js'
import type { LedgerEntry } from './ledger.js'
import type { Assumption } from './report.js'

/** Told of the first write that an answer after it takes something for granted of, together with that it succeeds. */
export function withSuppositions(
  assumptions: readonly Assumption[],
  entries: readonly LedgerEntry[],
  effects: Effects,
): readonly Assumption[] {
  const told = new Map(assumptions.map((each) => [each.call, each]))
  const rules = new Set<string>()
  for (const { call, answer } of entries) {
    const { supposes } = answer.provenance
    if (supposes === undefined || rules.has(`${call.server} ${supposes}`)) continue
    rules.add(`${call.server} ${supposes}`)
    const write = entries.find(
      (each) => each.call.server === call.server && effects.footprintOf(each.call).writes.length > 0,
    )?.call
    if (write === undefined) continue
    const tool = toolRef(write)
    const known = told.get(write.n) ?? {
      ...{ call: write.n, tool, ...defined({ line: write.site?.line }) },
      text: `${tool} succeeds`,
    }
    told.set(write.n, { ...known, text: `${known.text}, and ${supposes}` })
  }
  return [...told.values()].sort((a, b) => a.call - b.call)
}
