/** The shape that one answer has: what is known of what else the call may be answered with, where nobody recorded anything. */
import type { JsonValue } from '../../base/index.js'
import type { AnswerShape } from './answer-shape.js'
import { mayBe } from './may-be.js'
import { learnShape } from './shape.js'

export function shapeLike(value: JsonValue): AnswerShape {
  const shape = learnShape([{ value, question: '' }])
  return {
    ...{ source: 'learned', learnedFrom: 1, isText: false },
    allows: (other) => mayBe(other, shape),
    make: () => undefined,
    wordsOf: () => new Map(),
  }
}
