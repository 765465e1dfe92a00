/** What the names in a plan's calls say against it. None is certain, and each forbids *pass*: somebody should look. */
import type { Finding } from '../../../base/index.js'
import type { ToolCall } from '../../../call/index.js'
import type { RecordedAnswer } from '../../shapes/recorded-answers.js'
import type { Stage } from '../../stage.js'
import type { FoundInfluence } from '../../variants/find-influence.js'
import { namedCalls } from './named-calls.js'
import { nearlyKnown } from './nearly-known.js'
import { ontoThemselves } from './onto-themselves.js'
import { usedAfterGone } from './used-after-gone.js'
import { usedBeforeMade } from './used-before-made.js'

export interface NamedRun {
  readonly stage: Stage
  readonly found: FoundInfluence | undefined
  /** What a tool was recorded to answer. */
  recorded(call: ToolCall): Promise<readonly RecordedAnswer[]>
  /** Whether the plan goes on when the call fails. */
  isCaught(call: ToolCall): boolean
}

/** Asked once the ledger has learned what variants showed. */
export async function nameFindings({ recorded, ...run }: NamedRun): Promise<readonly Finding[]> {
  const plan = { calls: namedCalls(run.stage.ledger.entries()), ...run }
  return [
    ...usedBeforeMade(plan),
    ...usedAfterGone(plan),
    ...(await nearlyKnown(plan, recorded)),
    ...ontoThemselves(plan),
  ]
}
