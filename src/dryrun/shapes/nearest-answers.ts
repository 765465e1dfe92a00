/** Of the recorded calls of a tool those that are nearest to a call: their answers tell most of what it is answered. */
import { isSameJson, type JsonObject } from '../../base/index.js'
import type { RecordedAnswer } from './recorded-answers.js'

/** All with the most arguments that are equal, less those that only one of the two has. Never empty where `answers` is not. */
export function nearestAnswers(
  answers: readonly RecordedAnswer[],
  asked: JsonObject,
): readonly RecordedAnswer[] {
  const scored = answers.map((answer) => ({ answer, score: scoreOf(answer.arguments, asked) }))
  const best = scored.reduce((most, { score }) => Math.max(most, score), Number.NEGATIVE_INFINITY)
  return scored.filter(({ score }) => score === best).map(({ answer }) => answer)
}

function scoreOf(recorded: JsonObject, asked: JsonObject): number {
  const names = new Set([...Object.keys(recorded), ...Object.keys(asked)])
  return [...names].reduce((score, name) => {
    if (!Object.hasOwn(recorded, name) || !Object.hasOwn(asked, name)) return score - 1
    return isSameJson(recorded[name], asked[name]) ? score + 1 : score
  }, 0)
}
