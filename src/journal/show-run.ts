/** What a person, or a client, is shown of a run in the journal. */
import { defined, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../base/index.js'
import { type ToolRef, toldValue } from '../call/index.js'
import { readAnswer } from './answer-text.js'
import type { JournaledCall, JournaledRun } from './run-journal.js'

/** A read that may show whether a call took effect. */
export interface SettlingRead {
  readonly tool: ToolRef
  readonly arguments: JsonObject
}

export interface ShownRun {
  readonly id: string
  readonly state: JournaledRun['state']
  readonly title: string
  readonly created_at: string
  readonly receipt?: string
  /** What it waits for a person to say, with the digest that an approval names. */
  readonly question?: { readonly digest: string; readonly shown: JsonValue }
  /** Of one that is over, and was not shown before: how it ended, and what it came to. */
  readonly outcome?: JsonValue
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
    redact,
    readsFor = () => [],
  }: {
    readonly redact: <T>(value: T) => T
    readonly readsFor?: (call: JournaledCall) => readonly SettlingRead[]
  },
): ShownRun {
  const { id, state, title, createdAt, receipt, question, approvals, result, calls } = run
  return redact({
    ...{ id, state, title, created_at: createdAt, approvals },
    ...(receipt === undefined ? {} : { receipt }),
    ...(state !== 'waiting' || question === undefined
      ? {}
      : { question: { digest: question.digest, shown: JSON.parse(question.text) as JsonValue } }),
    ...(result === undefined || result === '' ? {} : { outcome: JSON.parse(result) as JsonValue }),
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
    ...defined({ given_ms: givenMs, settled_by: settledBy }),
    ...(isInDoubt ? { reads: readsFor(call) } : {}),
  }
}

function valueIn(text: string): JsonValue {
  const kept = readAnswer(text)
  if (kept.kind === 'failed') return kept.why
  return toldValue(kept.answer.outcome)
}

/** The arguments of a call as the journal has them. */
export function argumentsOf({ arguments: text }: JournaledCall): JsonObject {
  const value: JsonValue = text === '' ? null : parseJson(text, 'arguments of a journal')
  return isJsonObject(value) ? value : {}
}
