/** What a rehearsal takes for granted beside that calls succeed: rules of servers that its answers rest on. */
import { defined } from '../base/index.js'
import { type ToolCall, toolRef } from '../call/index.js'
import type { Effects } from '../effects/index.js'
import type { LedgerEntry } from './ledger.js'
import type { Assumption } from './report.js'

/**
 * Told of the first write that an answer after it takes something for granted of, together with that it succeeds; of a server that
 * stands in for another one, of its first call.
 */
export function withSuppositions(
  assumptions: readonly Assumption[],
  entries: readonly LedgerEntry[],
  effects: Effects,
): readonly Assumption[] {
  const assumed = new Map(assumptions.map((each) => [each.call, each]))
  const rules = new Set<string>()
  for (const { call, answer } of entries) {
    const { supposes, source } = answer.provenance
    if (supposes === undefined || rules.has(`${call.server} ${supposes}`)) continue
    rules.add(`${call.server} ${supposes}`)
    const isOfServer = source === 'stand-in'
    const told = isOfServer ? call : firstWrite(call.server)
    if (told === undefined) continue
    const tool = toolRef(told)
    const known = assumed.get(told.n)
    const text = known?.text ?? (isOfServer ? undefined : `${tool} succeeds`)
    assumed.set(told.n, {
      ...(known ?? { call: told.n, tool, ...defined({ line: told.site?.line }) }),
      text: text === undefined ? supposes : `${text}, and ${supposes}`,
    })
  }
  return [...assumed.values()].sort((a, b) => a.call - b.call)

  function firstWrite(server: string): ToolCall | undefined {
    return entries.find(({ call }) => call.server === server && effects.footprintOf(call).writes.length > 0)
      ?.call
  }
}
