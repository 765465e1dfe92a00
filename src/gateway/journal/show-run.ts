/** What a person, or a client, is shown of a run in the journal. */
import type { JsonObject, JsonValue } from '../../base/index.js'
import { outcomeText, outcomeValue } from '../../call/index.js'
import { type JournaledCall, type JournaledRun, keptAnswer } from '../../journal/index.js'
import type { Redactor } from '../../recording/redaction/index.js'
import type { SettlingRead } from './settling-reads.js'
import { argumentsOf } from './stopped-run.js'

export interface ShownRun {
  readonly id: string
  readonly state: JournaledRun['state']
  readonly title: string
  readonly created_at: string
  readonly receipt?: string
  /** What it waits for a person to say, with the digest that an approval names. */
  readonly question?: { readonly digest: string; readonly shown: JsonValue }
  readonly approvals: readonly { readonly question: string; readonly by: string }[]
  readonly calls: readonly ShownCall[]
}

export interface ShownCall {
  readonly call: number
  readonly tool: string
  readonly site: string
  /** `never sent`, `in doubt` or `done`. `under way`: its owner may be waiting for the answer. */
  readonly state: 'never sent' | 'under way' | 'in doubt' | 'done'
  readonly arguments: JsonObject
  readonly value?: JsonValue
  readonly given_ms?: number
  readonly settled_by?: string
  /** Of a call in doubt: what may show whether it took effect. */
  readonly reads?: readonly SettlingRead[]
}

export function showRun(
  run: JournaledRun,
  {
    redactor,
    readsFor,
  }: { readonly redactor: Redactor; readonly readsFor: (call: JournaledCall) => readonly SettlingRead[] },
): ShownRun {
  const { id, state, title, createdAt, receipt, question, approvals, calls } = run
  return redactor.redact({
    ...{ id, state, title, created_at: createdAt, approvals },
    ...(receipt === undefined ? {} : { receipt }),
    ...(state !== 'waiting' || question === undefined
      ? {}
      : { question: { digest: question.digest, shown: JSON.parse(question.text) as JsonValue } }),
    calls: calls.map((call) => showCall(call, run, readsFor)),
  })
}

function showCall(
  call: JournaledCall,
  { state: runState }: JournaledRun,
  readsFor: (call: JournaledCall) => readonly SettlingRead[],
): ShownCall {
  const { n, tool, site, state, outcome, givenMs, settledBy } = call
  const isInDoubt = state === 'sent' && runState !== 'running'
  return {
    ...{ call: n, tool, site, arguments: argumentsOf(call) },
    state:
      state === 'waiting' ? 'never sent' : state === 'done' ? 'done' : isInDoubt ? 'in doubt' : 'under way',
    ...(outcome === undefined ? {} : { value: valueIn(outcome) }),
    ...(givenMs === undefined ? {} : { given_ms: givenMs }),
    ...(settledBy === undefined ? {} : { settled_by: settledBy }),
    ...(isInDoubt ? { reads: readsFor(call) } : {}),
  }
}

function valueIn(text: string): JsonValue {
  const kept = keptAnswer(text)
  if (kept.kind === 'failed') return kept.why
  const { outcome } = kept.answer
  return outcome.kind === 'result' ? outcomeValue(outcome) : outcomeText(outcome)
}
