/** The chain of a real run: trace → receipt → journal → policy → validate → turn → undo → receipt → intent → whoever really answers. */
import { type Clock, UnderstudyError } from '../../base/index.js'
import {
  type Answerer,
  type CallTool,
  chainAnswerers,
  type ToolCall,
  type TraceEvent,
  traceAnswerer,
} from '../../call/index.js'
import type { EffectSource } from '../../effects/index.js'
import type { BoundCalls, ExecutionCall } from '../../execution/index.js'
import type { JournalLinks } from '../../journal/index.js'
import type { UnavailableServer } from '../../plan/index.js'
import type { Policy } from '../../policy/index.js'
import type { Redactor } from '../../recording/index.js'
import type { ToolRegistry } from '../../registry/index.js'
import type { Approve } from '../approvals/approve.js'
import type { Foresee } from '../approvals/foresight.js'
import { guardCalls } from '../approvals/guard-calls.js'
import type { CheckListener } from '../approvals/validate-by-catalogue.js'
import type { ReceiptNeed } from '../receipts/receipt-gate.js'
import type { UndoLink } from '../undo/keep-former-bytes.js'
import type { RunLog } from './run-log.js'

/** Who says what about a call before it is made, and who hears of it. */
export interface ChainLinks {
  readonly registry: ToolRegistry
  /** Servers that exist but could not be asked for their tools. */
  readonly unavailable?: readonly UnavailableServer[]
  /** Who really answers. Tracing, the policy's gate and validation are put in front of it. */
  readonly chain: CallTool
  /** Default: every call is allowed. */
  readonly policy?: Policy
  /** What the user says of effects elsewhere; the policy comes before it. */
  readonly effects?: readonly EffectSource[]
  /** Default: nobody can be asked, and what the policy wants asked is refused. */
  readonly approve?: Approve
  /** Makes a call in a copy before anybody is asked about it. */
  readonly foresee?: Foresee | undefined
  /** Keeps the run in a journal. It is told of calls after which the run must not go on. */
  readonly journal?: ((onStopped: (call: ToolCall, why: string) => void) => JournalLinks) | undefined
  /** Which calls need a receipt. Default: none does. */
  readonly receipt?: ReceiptNeed | undefined
  /** Keeps what effects change as it was before; `rehearsed`: the number that a call of the run had in the rehearsal. */
  readonly undo?: ((link: UndoLink) => Answerer) | undefined
  /** What the run is bound to. Default: nothing. */
  readonly bound?: BoundCalls | undefined
  /** Hides secrets in the report and in the trace. */
  readonly redactor: Redactor
  /** Told of each call and of how it ended, redacted. Must not throw. */
  readonly onTrace?: (event: TraceEvent) => void
}

/** Makes the calls of a run, and says what becomes of it when one has no answer. */
export function realCall(log: RunLog, clock: Clock, options: ChainLinks): ExecutionCall {
  const { redactor, onTrace, bound } = options
  const refusals = new Map<number, string>()
  const chain = liveChain(options, clock, {
    trace: (event) => onTrace?.(redactor.redact(event)),
    onRefused(call, why) {
      log.noteRefused(call)
      refusals.set(call.n, why)
    },
    onMissing: (call) => log.noteRefused(call),
    onIssues(call, issues, isMade) {
      if (!isMade) log.noteRefused(call)
      log.noteIssues(call, issues)
    },
    onSent: (call) => log.noteSent(call),
  })
  return async (call, before) => {
    // Nothing may come between two calls that are compared: this is before anybody waits.
    bound?.arrive(call, before)
    try {
      const answer = await log.call(call, chain)
      const why = refusals.get(call.n)
      return why === undefined ? answer : { kind: 'refused', why: `${why} (call ${call.n})` }
    } catch (failure) {
      // An aborted call ends with the run, which knows why.
      if (call.signal?.aborted || !(failure instanceof UnderstudyError)) throw failure
      return { kind: 'failed', why: failure.message }
    }
  }
}

interface ChainListener extends CheckListener {
  trace(event: TraceEvent): void
  onRefused(call: ToolCall, why: string): void
  onSent(call: ToolCall): void
}

function liveChain(options: ChainLinks, clock: Clock, listener: ChainListener): CallTool {
  const { registry, policy, effects, approve, foresee, receipt, chain, bound, unavailable = [] } = options
  const journal = options.journal?.(listener.onRefused)
  return chainAnswerers([
    traceAnswerer(listener.trace, clock),
    ...(bound === undefined ? [] : [bound.gate(listener.onRefused, journal?.isReplayed)]),
    ...(journal === undefined ? [] : [journal.replay]),
    ...guardCalls({ registry, unavailable }, { ...listener, policy, effects, approve, foresee, receipt }),
    ...(journal === undefined ? [] : [journal.turn]),
    ...(bound === undefined || options.undo === undefined
      ? []
      : [options.undo({ rehearsed: (n) => bound.predicted(n)?.call, onRefused: listener.onRefused })]),
    ...(bound === undefined ? [] : [bound.link(listener.onRefused)]),
    ...(journal === undefined ? [] : [journal.send]),
    {
      name: 'live',
      answer(call) {
        listener.onSent(call)
        return chain(call)
      },
    },
  ])
}
