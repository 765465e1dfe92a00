/** What a recorded server said before its answer, as steps that can be done again. */
import { isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import type { Interjection, Recording } from '../recording/index.js'

export type Step =
  | {
      readonly kind: 'tell'
      readonly atMs: number
      readonly method: string
      readonly params: JsonObject | undefined
      readonly isAside: boolean
    }
  /** `n` counts the questions. */
  | {
      readonly kind: 'ask'
      readonly atMs: number
      readonly n: number
      readonly method: string
      readonly params: JsonObject | undefined
    }
  /** The client's reply to question `n`: a result, or an error. */
  | { readonly kind: 'hear'; readonly atMs: number; readonly n: number; readonly reply: JsonObject }
  | { readonly kind: 'hang-up'; readonly atMs: number }

/** In order; what followed the answer stands at the end. */
export function scriptOf(recording: Recording): readonly Step[] {
  const { between, http } = recording
  const numbers = new Map<JsonValue, number>()
  const steps: Step[] = []
  // Earlier rounds of the modern era have recordings of their own: this one answers who has been through them.
  const start = between.findLastIndex(({ message }) => isJsonObject(message.inputResponses)) + 1
  between.forEach((interjection, i) => {
    if (http?.hangsUpAfter === i && i >= start) steps.push({ kind: 'hang-up', atMs: interjection.atMs })
    if (i >= start) steps.push(...stepOf(interjection, numbers))
  })
  if (http?.hangsUpAfter === between.length) steps.push({ kind: 'hang-up', atMs: recording.durationMs })
  return steps
}

function stepOf({ atMs, from, message, aside }: Interjection, numbers: Map<JsonValue, number>): Step[] {
  const { id, method } = message
  const params = isJsonObject(message.params) ? message.params : undefined
  if (from === 'client') {
    const n = id === undefined || typeof method === 'string' ? undefined : numbers.get(id)
    const { result, error } = message
    const reply = error === undefined ? { result: result ?? {} } : { error }
    return n === undefined ? [] : [{ kind: 'hear', atMs, n, reply }]
  }
  if (typeof method !== 'string') return []
  if (id === undefined) return [{ kind: 'tell', atMs, method, params, isAside: aside === true }]
  const n = numbers.size
  numbers.set(id, n)
  return [{ kind: 'ask', atMs, n, method, params }]
}
