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
import { type FaultStage, type InjectedFault, setFaultStage } from './fault-stage.js'
import { createFaultState, type FaultState, type MadeCall } from './fault-state.js'
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
  const entries = namedEntries(question.stage.ledger.entries())
  const errors = await recordedErrors(question.settings.store, [...entries.values()])
  return new FaultTrials(question, entries, errors).play()
}

interface PlayedRun extends Pick<FaultStage, 'made' | 'isLookedBack'> {
  readonly end: FaultEnd
}

class FaultTrials {
  readonly #question: FaultQuestion
  readonly #entries: ReadonlyMap<CallName, LedgerEntry>
  readonly #errors: Awaited<ReturnType<typeof recordedErrors>>
  readonly #state: FaultState
  readonly #judge: ReturnType<typeof judgeFaults>
  readonly #trials: FaultTrial[] = []
  #hung = 0
  #played = 0
  #answered = 0

  constructor(
    question: FaultQuestion,
    entries: ReadonlyMap<CallName, LedgerEntry>,
    errors: Awaited<ReturnType<typeof recordedErrors>>,
  ) {
    this.#question = question
    this.#entries = entries
    this.#errors = errors
    this.#state = createFaultState(
      [...entries.values()],
      question.stage,
      (call, as) => this.#effectOf(call, as) !== 'read',
    )
    this.#judge = judgeFaults(this.#state)
  }

  async play(): Promise<Faults> {
    const base = await this.#playWith(undefined)
    if (!isRehearsal(base, [...this.#entries.values()]))
      return { trials: [], left_out: [], none_because: 'the plan does not run the same way twice' }
    const chosen = orderFaults([...this.#entries].flatMap(([name, entry]) => this.#faultyCall(name, entry)))
    let tried = 0
    for (const each of chosen) {
      if (this.#played >= MOST_PLAYS || this.#answered >= MOST_CALLS || this.#hung >= MOST_HUNG) break
      tried++
      const { fault } = each
      if (fault === 'timeout') await this.#tryTimeouts(each)
      else this.#tell(each, fault, await this.#playOne(this.#injected(each)))
    }
    const trials = this.#trials.toSorted((a, b) => a.call - b.call)
    return { trials, left_out: leftOut(chosen.slice(tried)) }
  }

  /** What was not there may have been read: then a call that took effect and whose answer is lost is another run. */
  async #tryTimeouts(each: ChosenFault): Promise<void> {
    const before = await this.#playOne(this.#injected(each))
    this.#tell(each, 'timeout_before', before)
    const after = before.isLookedBack
      ? await this.#playOne({ ...this.#injected(each), isStanding: true })
      : before
    this.#tell(each, 'timeout_after', after)
  }

  async #playOne(fault: InjectedFault): Promise<PlayedRun> {
    const run = await this.#playWith(fault)
    this.#played++
    this.#answered += run.made.length
    if (!ENDS.has(run.end.ended)) this.#hung++
    return run
  }

  #tell({ on }: ChosenFault, fault: FaultTrial['fault'], { made, end }: PlayedRun): void {
    const { site } = on.entry.call
    const catchAt = end.ended !== 'threw' || site === undefined ? undefined : this.#question.uncaught(site)
    this.#trials.push(this.#judge({ on, fault, made, end, catchAt: fault === 'empty' ? end.at : catchAt }))
  }

  async #playWith(fault: InjectedFault | undefined): Promise<PlayedRun> {
    const playing = setFaultStage(
      this.#question.stage,
      this.#question.settings,
      this.#entries,
      this.#state,
      fault,
    )
    const end = await this.#question.play(playing.call, this.#entries.size * 8 + 40)
    return { made: playing.made, isLookedBack: playing.isLookedBack, end }
  }

  #faultyCall(name: CallName, entry: LedgerEntry): FaultyCall[] {
    const { call, answer } = entry
    if (answer.outcome.kind !== 'result') return []
    const isSlowSeen = this.#question.longestWaitMs !== undefined
    const isEmptySeen =
      !this.#question.isDiscarded(entry) && emptied(answer, this.#outputOf(call)) !== undefined
    const faults: readonly PlayedFault[] = [
      ...(['timeout', 'tool_error'] as const),
      ...(isEmptySeen ? (['empty'] as const) : []),
      ...(isSlowSeen ? (['slow'] as const) : []),
    ]
    return [{ name, entry, effect: this.#effectOf(call, entry), faults }]
  }

  #injected({ on: { name, entry }, fault }: ChosenFault): InjectedFault {
    const { answer, call } = entry
    switch (fault) {
      case 'timeout':
        return { name, isStanding: false, reply: timedOut(call) }
      case 'tool_error':
        return { name, isStanding: false, reply: toolError(answer, this.#errors.get(call)) }
      case 'empty':
        return { name, isStanding: true, reply: emptied(answer, this.#outputOf(call)) ?? answer }
      case 'slow':
        return { name, isStanding: true, reply: slow(answer, this.#question.longestWaitMs ?? 0) }
    }
  }

  #outputOf(call: ToolCall) {
    const lookup = this.#question.stage.registry.find(call.server, call.tool)
    const output = lookup.kind === 'found' ? lookup.tool.output : undefined
    return output?.kind === 'compiled' ? output.schema : undefined
  }

  /** What a copy saw counts for more than what is said. */
  #effectOf(call: ToolCall, as: LedgerEntry | undefined): Effect {
    const seen = as === undefined ? undefined : this.#question.stage.copyLog?.answers.get(as.call.n)?.changes
    return claimAfter(this.#question.stage.effects.claimOf(call), seen ?? []).effect
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
