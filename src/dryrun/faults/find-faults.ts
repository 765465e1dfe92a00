/** Lets each call of a rehearsal fail in turn, and says what that leaves behind. Answers stand as they were: nobody is asked again. */

import type { TextPosition } from '../../base/index.js'
import {
  type CallSite,
  type Effect,
  type Outcome,
  type ToolCall,
  type ToolRef,
  toolRef,
} from '../../call/index.js'
import type { ExecutionCall } from '../../execution/index.js'
import type { RecordingStore } from '../../recording/index.js'
import type { LedgerEntry } from '../ledger.js'
import { namedEntries } from '../mistakes/replay.js'
import type { RehearsalSettings } from '../options.js'
import type { Faults, FaultTrial } from '../report.js'
import { claimAfter } from '../side-effects.js'
import type { Stage } from '../stage.js'
import type { CallName } from '../variants/played.js'
import { type ChosenFault, type FaultyCall, leftOut, orderFaults, type PlayedFault } from './choose-faults.js'
import { emptied, slow, timedOut, toolError } from './fault-answers.js'
import { type InjectedFault, setFaultStage } from './fault-stage.js'
import { createFaultState, type MadeCall } from './fault-state.js'
import { type FaultEnd, judgeFaults } from './judge-fault.js'

/**
 * Errors that servers really gave: of the rehearsal itself, else of recordings.
 * One for each tool that gave any: the newest of the first thousand recordings.
 */
async function recordedErrors(
  store: RecordingStore | undefined,
  entries: readonly LedgerEntry[],
): Promise<{ get(call: ToolCall): Outcome | undefined }> {
  const errors = new Map<ToolRef, Outcome>()
  for (const { call, answer } of entries)
    if (answer.outcome.kind === 'tool-error' && isSaid(answer)) errors.set(toolRef(call), answer.outcome)
  const { outcomeOf } = await import('../../recording/index.js')
  const tools = new Map(
    entries.map(({ call: { server, tool } }) => [toolRef({ server, tool }), { server, tool }]),
  )
  for (const [ref, filter] of store === undefined ? [] : tools) {
    let looked = 0
    for await (const recording of store?.list(filter) ?? []) {
      const outcome = outcomeOf(recording)
      if (outcome?.kind === 'tool-error') errors.set(ref, outcome)
      looked++
      if (looked >= MOST_LOOKED_AT) break
    }
  }
  return { get: (call) => errors.get(toolRef(call)) }
}

const MOST_LOOKED_AT = 1_000

/** Not by whoever checks arguments here. */
function isSaid({ provenance: { source } }: LedgerEntry['answer']): boolean {
  return source === 'copy' || source === 'recording' || source === 'stub'
}

export interface FaultQuestion {
  readonly stage: Stage
  readonly settings: RehearsalSettings
  /** Plays the plan once more; `mostCalls`: after so many it is ended. Rejects as an execution does. */
  play(call: ExecutionCall, mostCalls: number): Promise<FaultEnd>
  /** Whether it is plain that nothing is done with the answer. */
  isDiscarded(entry: LedgerEntry): boolean
  /** Longer than any timer of the plan, in milliseconds; undefined where it looks at no clock. */
  readonly longestWaitMs: number | undefined
  /** The nearest call without anything around it that catches. */
  uncaught(site: CallSite): TextPosition | undefined
}

/** Of a rehearsal that completed, once it is over. */
export async function findFaults(question: FaultQuestion): Promise<Faults> {
  const { stage, settings, play, uncaught } = question
  const entries = namedEntries(stage.ledger.entries())
  const mostCalls = entries.size * 8 + 40
  const state = createFaultState([...entries.values()], stage, (call, as) => effectOf(call, as) !== 'read')
  const errors = await recordedErrors(settings.store, [...entries.values()])
  const base = await playWith(undefined)
  if (!isRehearsal(base, [...entries.values()]))
    return { trials: [], left_out: [], none_because: 'the plan does not run the same way twice' }

  const calls = [...entries].flatMap(([name, entry]) => faultyCall(name, entry))
  const chosen = orderFaults(calls)
  const judge = judgeFaults(state)
  const trials: FaultTrial[] = []
  let hung = 0
  let tried = 0
  let played = 0
  let answered = 0
  for (const each of chosen) {
    if (played >= MOST_PLAYS || answered >= MOST_CALLS || hung >= MOST_HUNG) break
    tried++
    const { fault } = each
    if (fault === 'timeout') await tryTimeouts(each)
    else tell(each, fault, await playOne(injected(each)))
  }
  return { trials: trials.toSorted((a, b) => a.call - b.call), left_out: leftOut(chosen.slice(tried)) }

  /** What was not there may have been read: then a call that took effect and whose answer is lost is another run. */
  async function tryTimeouts(each: ChosenFault): Promise<void> {
    const before = await playOne(injected(each))
    tell(each, 'timeout_before', before)
    const after = before.isLookedBack ? await playOne({ ...injected(each), isStanding: true }) : before
    tell(each, 'timeout_after', after)
  }

  async function playOne(fault: InjectedFault) {
    const run = await playWith(fault)
    played++
    answered += run.made.length
    if (!ENDS.has(run.end.ended)) hung++
    return run
  }

  function tell(
    { on }: ChosenFault,
    fault: FaultTrial['fault'],
    { made, end }: Awaited<ReturnType<typeof playWith>>,
  ): void {
    const { site } = on.entry.call
    const catchAt = end.ended !== 'threw' || site === undefined ? undefined : uncaught(site)
    trials.push(judge({ on, fault, made, end, catchAt: fault === 'empty' ? end.at : catchAt }))
  }

  async function playWith(fault: InjectedFault | undefined) {
    const playing = setFaultStage(stage, settings, entries, state, fault)
    const end = await play(playing.call, mostCalls)
    return { made: playing.made, isLookedBack: playing.isLookedBack, end }
  }

  function faultyCall(name: CallName, entry: LedgerEntry): FaultyCall[] {
    const { call, answer } = entry
    if (answer.outcome.kind !== 'result') return []
    const isSlowSeen = question.longestWaitMs !== undefined
    const isEmptySeen = !question.isDiscarded(entry) && emptied(answer, outputOf(call)) !== undefined
    const faults: readonly PlayedFault[] = [
      ...(['timeout', 'tool_error'] as const),
      ...(isEmptySeen ? (['empty'] as const) : []),
      ...(isSlowSeen ? (['slow'] as const) : []),
    ]
    return [{ name, entry, effect: effectOf(call, entry), faults }]
  }

  function injected({ on: { name, entry }, fault }: ChosenFault): InjectedFault {
    const { answer, call } = entry
    switch (fault) {
      case 'timeout':
        return { name, isStanding: false, reply: timedOut(call) }
      case 'tool_error':
        return { name, isStanding: false, reply: toolError(answer, errors.get(call)) }
      case 'empty':
        return { name, isStanding: true, reply: emptied(answer, outputOf(call)) ?? answer }
      case 'slow':
        return { name, isStanding: true, reply: slow(answer, question.longestWaitMs ?? 0) }
    }
  }

  function outputOf(call: ToolCall) {
    const lookup = stage.registry.find(call.server, call.tool)
    const output = lookup.kind === 'found' ? lookup.tool.output : undefined
    return output?.kind === 'compiled' ? output.schema : undefined
  }

  /** What a copy saw counts for more than what is said. */
  function effectOf(call: ToolCall, as: LedgerEntry | undefined): Effect {
    const seen = as === undefined ? undefined : stage.copyLog?.answers.get(as.call.n)?.changes
    return claimAfter(stage.effects.claimOf(call), seen ?? []).effect
  }
}

/** Few plans have more faults, and each takes some milliseconds. */
const MOST_PLAYS = 120
/** In all plays together: a plan that makes hundreds of calls is played less often. */
const MOST_CALLS = 10_000
/** A plan that hangs takes as long as its budgets allow. */
const MOST_HUNG = 3
const ENDS: ReadonlySet<FaultEnd['ended']> = new Set(['completed', 'threw', 'call_limit'])

function isRehearsal(
  { made, end }: { readonly made: readonly MadeCall[]; readonly end: FaultEnd },
  entries: readonly LedgerEntry[],
): boolean {
  return (
    end.ended === 'completed' &&
    made.length === entries.length &&
    made.every(({ as }, i) => as === entries[i])
  )
}
