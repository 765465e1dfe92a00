/** The calls of a real run, written down as they are made and as they end. */
import type { Clock } from '../../base/index.js'
import { type Answer, type ToolCall, toldValue, toolRef } from '../../call/index.js'
import type { JudgedIssue } from '../../schema/index.js'
import type { RunCall } from './run-report.js'

export interface RunLog {
  /** Makes a call through the chain; whatever becomes of it is in the log. */
  call(call: ToolCall, chain: (call: ToolCall) => Promise<Answer>): Promise<Answer>
  /** Says of a call that is under way that it never reaches its server. */
  noteRefused(call: ToolCall): void
  /** Says of a call that is under way that it goes to its server now. */
  noteSent(call: ToolCall): void
  /** Says what validation found in a call that is under way. */
  noteIssues(call: ToolCall, issues: readonly JudgedIssue[]): void
  /** What validation found, call by call. */
  issues(): readonly FoundIssues[]
  /** Calls that were made, however they ended. */
  made(): readonly ToolCall[]
  /** By number. A call that is still under way counts as failed, and as refused while it was not sent. */
  calls(): readonly RunCall[]
}

export interface FoundIssues {
  readonly call: ToolCall
  readonly issues: readonly JudgedIssue[]
}

export function createRunLog(clock: Clock): RunLog {
  const startedAt = new Map<number, number>()
  const made = new Map<number, ToolCall>()
  const ended = new Map<number, RunCall>()
  const refused = new Set<number>()
  const sent = new Set<number>()
  const found: FoundIssues[] = []

  return {
    async call(call, chain) {
      made.set(call.n, call)
      startedAt.set(call.n, clock.monotonic())
      try {
        const answer = await chain(call)
        ended.set(call.n, entry(call, answered(answer, refused.has(call.n))))
        return answer
      } catch (failure) {
        const why = failure instanceof Error ? failure.message : String(failure)
        ended.set(call.n, entry(call, unanswered(call, why)))
        throw failure
      }
    },
    noteRefused: ({ n }) => void refused.add(n),
    noteSent: ({ n }) => void sent.add(n),
    noteIssues: (call, issues) => void found.push({ call, issues }),
    issues: () => found,
    made: () => [...made.values()],
    calls() {
      const all = [...made.values()].map(
        (call) => ended.get(call.n) ?? entry(call, unanswered(call, UNDER_WAY)),
      )
      return all.sort((a, b) => a.n - b.n)
    },
  }

  /** What was never sent did nothing. */
  function unanswered({ n }: ToolCall, why: string): Pick<RunCall, 'outcome' | 'value'> {
    return sent.has(n)
      ? { outcome: 'failed', value: why }
      : { outcome: 'refused', value: `It was never sent. ${why}` }
  }

  function entry(call: ToolCall, end: Pick<RunCall, 'outcome' | 'value'>): RunCall {
    const { n, site } = call
    const durationMs = clock.monotonic() - (startedAt.get(n) ?? 0)
    return {
      n,
      tool: toolRef(call),
      arguments: call.arguments ?? null,
      ...end,
      ...(site === undefined ? {} : { line: site.line, column: site.column }),
      duration_ms: Math.round(durationMs),
    }
  }
}

function answered({ outcome }: Answer, isRefused: boolean): Pick<RunCall, 'outcome' | 'value'> {
  return {
    outcome: isRefused ? 'refused' : outcome.kind,
    value: toldValue(outcome),
  }
}

const UNDER_WAY = 'The run was over before it had an answer'
