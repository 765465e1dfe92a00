/** What a call of a real run answered, held against what its rehearsal said. */
import type { AsSaid } from '../calibration.js'
import { answerDigest, type GivenAnswer, shapeDigest } from './keyed-digest.js'
import type { ReceiptEffect, ReceiptRead } from './receipt.js'

export function sameAsSaid(said: ReceiptRead | ReceiptEffect, given: GivenAnswer, key: string): AsSaid {
  const outcome = said.outcome === given.outcome
  const { shape } = said
  const answer = 'answer' in said ? said.answer : undefined
  const leftOut = 'volatile' in said ? said.volatile : undefined
  return {
    outcome,
    ...(shape === undefined ? {} : { shape: outcome && shapeDigest(key, given.value) === shape }),
    ...(answer === undefined ? {} : { value: answerDigest(key, given, leftOut) === answer }),
  }
}
