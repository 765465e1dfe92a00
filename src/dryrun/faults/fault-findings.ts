/** What there is to say of faults: advice, which changes no verdict. One finding for each place. */

import { callsText, defined, type Finding } from '../../base/index.js'
import { mayBeRepeated, type Policy } from '../../policy/index.js'
import type { ToolRegistry } from '../../registry/index.js'
import { placeKey } from '../branches/place.js'
import type { Faults, FaultTrial } from '../report.js'

export function faultFindings(
  { trials }: Faults,
  { registry, policy }: { readonly registry: ToolRegistry; readonly policy?: Policy | undefined },
): readonly Finding[] {
  const places = new Set(trials.map(placeKey))
  return [...places].flatMap((place) => {
    const here = trials.filter((each) => placeKey(each) === place)
    return [...repeated(here, policy, registry), ...halfDone(here)]
  })
}

/** What the user says may be called twice is no news; that its server says so is no proof. */
function repeated(
  here: readonly FaultTrial[],
  policy: Policy | undefined,
  registry: ToolRegistry,
): Finding[] {
  const first = here.find((each) => each.repeated.length > 0 && !mayBeRepeated(each.tool, policy))
  if (first === undefined) return []
  const { call, tool, line, repeated: again } = first
  const lines = [...new Set(again.flatMap((each) => each.line ?? []))]
  const from =
    lines.length === 0 || (lines.length === 1 && lines[0] === line) ? '' : ` in line ${lines.join(', ')}`
  const isClaimed = saysIdempotent(registry, tool)
  const claimed = isClaimed ? '; its server says that it does no more than once' : ''
  return [
    {
      ...{ code: 'FAULT_REPEATS', severity: isClaimed ? 'note' : 'warning', certain: false },
      message: `When ${tool} (call ${call}) takes effect and its answer is lost, the plan makes the call again${from}, and its effect is there twice${claimed}`,
      ...defined({ line, column: first.column }),
    },
  ]
}

function saysIdempotent(registry: ToolRegistry, ref: FaultTrial['tool']): boolean {
  return registry.tools.some(
    (each) => each.ref === ref && each.definition.annotations?.idempotentHint === true,
  )
}

function halfDone(here: readonly FaultTrial[]): Finding[] {
  const all = here.filter(({ half_done, end }) => half_done && end === 'stopped')
  const [first] = all
  if (first === undefined) return []
  const kinds = [
    ...new Set(all.filter(({ call }) => call === first.call).map(({ fault }) => FAULT_WORDS[fault])),
  ]
  const { call, tool, line, column, done, not_made: missing, catch_at: at, ended_at: from } = first
  const place = at ?? (first.fault === 'empty' || first.fault === 'slow' ? from : undefined)
  const hint = place === undefined ? '' : `; line ${place.line} is where to catch it`
  return [
    {
      ...{ code: 'FAULT_LEAVES_HALF', severity: 'note', certain: false },
      message: `When ${tool} (call ${call}) fails (${kinds.join(', ')}), the plan ends half done: ${callsText(done)} took effect, ${callsText(missing)} did not${hint}`,
      ...defined({ line, column }),
    },
  ]
}

const FAULT_WORDS: Readonly<Record<FaultTrial['fault'], string>> = {
  tool_error: 'an error',
  timeout_before: 'no answer and no effect',
  timeout_after: 'no answer after its effect',
  empty: 'an empty answer',
  slow: 'a slow answer',
}
