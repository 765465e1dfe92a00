/** What a call of a real run answered, held against what its rehearsal said. */
import type { AsSaid } from '../calibration.js'
import { answerDigest, type GivenAnswer, shapeDigests } from './keyed-digest.js'
import type { ReceiptEffect, ReceiptRead } from './receipt.js'

/** Of all calls of one run. `key`: of the digests of its receipt. */
export function asSaidBy(key: string): (said: ReceiptRead | ReceiptEffect, given: GivenAnswer) => AsSaid {
  const shapeOf = shapeDigests(key)
  return (said, given) => {
    const outcome = said.outcome === given.outcome
    const { shape } = said
    const answer = 'answer' in said ? said.answer : undefined
    const leftOut = 'volatile' in said ? said.volatile : undefined
    return {
      outcome,
      ...(shape === undefined ? {} : { shape: outcome && shapeOf(given.value) === shape }),
      ...(answer === undefined ? {} : { value: answerDigest(key, given, leftOut) === answer }),
    }
  }
}
