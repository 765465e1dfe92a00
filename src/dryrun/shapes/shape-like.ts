/** The shape that one answer has: what is known of what else the call may be answered with, where nobody recorded anything. */
import { isJsonArray, isJsonObject, type JsonValue } from '../../base/index.js'
import type { AnswerShape } from './answer-shape.js'
import { mayBe } from './may-be.js'
import { learnShape } from './shape.js'

export function shapeLike(value: JsonValue): AnswerShape {
  const shape = learnShape([{ value, question: '' }])
  return {
    ...{ source: 'learned', learnedFrom: 1, isText: false },
    allows: (other) => mayBe(other, shape),
    make: () => undefined,
    samples: () => [],
    wordsOf: () => new Map(),
  }
}

/** The very members and types of a value, lists of any length: of what the program itself is known to have written. */
export function sameShape(model: JsonValue): AnswerShape {
  return { ...shapeLike(model), source: 'schema', allows: (value) => hasShapeOf(value, model) }
}

/** The same, but that what is null there may be anything, and that objects may have more members. */
export function grownShape(model: JsonValue): AnswerShape {
  return { ...shapeLike(model), source: 'schema', allows: (value) => mayHaveBecome(value, model) }
}

function mayHaveBecome(value: JsonValue, model: JsonValue): boolean {
  if (model === null) return true
  if (!isJsonObject(model)) return hasShapeOf(value, model)
  return (
    isJsonObject(value) &&
    Object.entries(model).every(([key, each]) => value[key] !== undefined && mayHaveBecome(value[key], each))
  )
}

function hasShapeOf(value: JsonValue, model: JsonValue): boolean {
  if (isJsonArray(model)) {
    const [sample] = model
    return isJsonArray(value) && (sample === undefined || value.every((each) => hasShapeOf(each, sample)))
  }
  if (!isJsonObject(model))
    return typeof value === typeof model && (value === null) === (model === null) && !isJsonArray(value)
  return (
    isJsonObject(value) &&
    Object.keys(model).length === Object.keys(value).length &&
    Object.entries(model).every(([key, each]) => value[key] !== undefined && hasShapeOf(value[key], each))
  )
}
