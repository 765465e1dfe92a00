/** What one answer of an engine is worth. */

export type Judgement =
  | {
      readonly kind: 'routed'
      /** 1 when the first file is one of the expected, else 0. */
      readonly first: number
      /** The part of what arrived that was expected; 0 when nothing arrived. */
      readonly precision: number
      /** The part of what was expected that arrived. */
      readonly recall: number
      /** 1 for an expected file in the first place, 1/2 for the second …, 0 for none. */
      readonly reciprocalRank: number
    }
  /** Nothing should have arrived: 1 when nothing did. */
  | { readonly kind: 'silent'; readonly silence: number }

export interface Labels {
  readonly expect: readonly string[]
  /** Leaves precision as if it had not arrived; its place in the ranking counts. */
  readonly also: readonly string[]
}

/** `arrived`: the ids of an answer, best first. */
export function judge(arrived: readonly string[], { expect, also }: Labels): Judgement {
  if (expect.length === 0) return { kind: 'silent', silence: arrived.length === 0 ? 1 : 0 }
  const wanted = arrived.filter((id) => expect.includes(id)).length
  const counted = arrived.filter((id) => !also.includes(id)).length
  const rank = arrived.findIndex((id) => expect.includes(id)) + 1
  return {
    kind: 'routed',
    first: rank === 1 ? 1 : 0,
    precision: counted === 0 ? 0 : wanted / counted,
    recall: wanted / expect.length,
    reciprocalRank: rank === 0 ? 0 : 1 / rank,
  }
}

/** Nothing is left to improve. */
export function isFlawless(judgement: Judgement): boolean {
  return judgement.kind === 'silent'
    ? judgement.silence === 1
    : judgement.first === 1 && judgement.recall === 1
}
