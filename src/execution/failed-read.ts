/** The read of an answer that an exception came from: it reached for something that the answer does not have. */
import { type JsonValue, shapeText, toPointer, valueAt } from '../base/index.js'
import { type ToolCall, toolRef } from '../call/index.js'
import type { Program, ResultRead } from '../program/index.js'
import type { GuestError } from '../sandbox/index.js'

export interface FailedRead {
  readonly read: ResultRead
  /** The number of the call that was answered so. */
  readonly call: number
  /** What was read of the answer, in a sentence that goes on from the exception. */
  readonly why: string
}

/** What a call was answered with. */
export interface ReadAnswer {
  readonly call: ToolCall
  readonly value: JsonValue
}

/** Undefined where the text does not show it, or shows more than one. `answers`: in the order they came. */
export function failedRead(
  { reads }: Program,
  { name, site }: GuestError,
  answers: readonly ReadAnswer[],
): FailedRead | undefined {
  if (name !== 'TypeError' || site === undefined) return undefined
  const inLine = reads.filter(({ needs }) => needs.some(({ line }) => line === site.line))
  const exact = inLine.filter(({ needs }) =>
    needs.some(({ line, column }) => line === site.line && column === site.column),
  )
  const found = (exact.length > 0 ? exact : inLine).flatMap((read) => failureOf(read, answers) ?? [])
  const [first, ...others] = found
  return others.length === 0 ? first : undefined
}

function failureOf(read: ResultRead, answers: readonly ReadAnswer[]): FailedRead | undefined {
  const answer = answers.findLast(
    ({ call }) =>
      toolRef(call) === toolRef(read) &&
      call.site?.line === read.call.line &&
      call.site.column === read.call.column,
  )
  if (answer === undefined) return undefined
  const at = (path: ResultRead['path']) => valueAt(answer.value, toPointer(path)) ?? null
  // What comes after it is missing with it, and what is there the program did not miss.
  if (at(read.path.slice(0, -1)) === null || at(read.path) !== null) return undefined
  const { n } = answer.call
  const what = valueAt(answer.value, toPointer(read.path)) === null ? 'is null in it' : 'is not in it'
  const path = JSON.stringify(read.path.join('.'))
  return {
    read,
    call: n,
    why: `call ${n}, ${toolRef(read)}, answered ${shapeText(answer.value)}, and ${path} ${what}`,
  }
}
