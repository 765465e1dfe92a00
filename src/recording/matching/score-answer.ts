/** How near a live answer comes to a recorded one. */
import {
  inOneLine,
  isJsonObject,
  isSameJson,
  type JsonValue,
  ownMember,
  toPointer,
} from '../../base/index.js'
import { type Outcome, outcomeText, outcomeValue, toldValue } from '../../call/index.js'

/** `same`: the very value. `same-shape`: another value of the same form, or more of it. `error`: it failed now, and did not before. */
export type AnswerScore = 'same' | 'same-shape' | 'changed-shape' | 'error'

export interface ScoredAnswer {
  readonly score: AnswerScore
  /** What is of another form, the first five: `/items/0/id: was a number, is a string`. Empty for the same form. */
  readonly differences: readonly string[]
}

/** Both without their secrets. A member that is new keeps the form; one that is gone, or of another type, does not. */
export function scoreAnswer(recorded: Outcome, now: Outcome): ScoredAnswer {
  if (recorded.kind !== now.kind) {
    const differences = [`was ${KINDS[recorded.kind]}, is ${KINDS[now.kind]}: ${shownOutcome(now)}`]
    return { score: now.kind === 'result' ? 'changed-shape' : 'error', differences }
  }
  if (isSameJson(toJson(recorded), toJson(now))) return { score: 'same', differences: [] }
  const differences = shapeDifferences(toJson(recorded), toJson(now), []).slice(0, MAX_TOLD)
  return { score: differences.length === 0 ? 'same-shape' : 'changed-shape', differences }
}

const KINDS = { result: 'a result', 'tool-error': 'an error of the tool', 'rpc-error': 'a protocol error' }
const MAX_TOLD = 5

/** What the caller reads of it: errors by their code, since their words change. */
function toJson(outcome: Outcome): JsonValue {
  if (outcome.kind === 'rpc-error') return { code: outcome.code }
  return toldValue(outcome)
}

function shownOutcome(outcome: Outcome): string {
  const text = outcome.kind === 'result' ? JSON.stringify(outcomeValue(outcome)) : outcomeText(outcome)
  return inOneLine(text, 120)
}

/** Null says nothing of what else may stand there. Items of a list have one form together: that of any recorded one will do. */
function shapeDifferences(was: JsonValue, is: JsonValue, path: readonly (string | number)[]): string[] {
  if (was === null || is === null) return []
  if (typeOf(was) !== typeOf(is)) return [`${pointerText(path)}: was ${typeOf(was)}, is ${typeOf(is)}`]
  if (Array.isArray(was) && Array.isArray(is)) {
    const recorded: readonly JsonValue[] = was
    return is.flatMap((item: JsonValue, i) => bestOf(recorded, item, [...path, i]))
  }
  if (!isJsonObject(was) || !isJsonObject(is)) return []
  return Object.entries(was).flatMap(([key, member]) => {
    const now = ownMember(is, key)
    return now === undefined
      ? [`${pointerText([...path, key])}: is gone`]
      : shapeDifferences(member, now, [...path, key])
  })
}

function bestOf(
  recorded: readonly JsonValue[],
  item: JsonValue,
  path: readonly (string | number)[],
): string[] {
  let best: string[] | undefined
  for (const each of recorded.slice(0, MAX_ITEMS)) {
    const differences = shapeDifferences(each, item, path)
    if (best === undefined || differences.length < best.length) best = differences
    if (best.length === 0) break
  }
  return best ?? []
}

/** Forms of a list that are tried for each item. */
const MAX_ITEMS = 20

function typeOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'a list'
  return isJsonObject(value) ? 'an object' : `a ${typeof value}`
}

function pointerText(path: readonly (string | number)[]): string {
  return path.length === 0 ? 'the value' : inOneLine(toPointer(path), 120)
}
