/** What a scalar must be so that JSON can hold it. */
import { inOneLine, lossyNumber } from '../base/index.js'
import { DocumentProblem } from './document-problem.js'

/**
 * `exact` is the text of a number, where one that JavaScript reads as another is a problem.
 * @throws DocumentProblem for NaN, infinite numbers, text with lone surrogates, and whatever is no scalar.
 */
export function checkScalar(
  value: unknown,
  offset: number,
  exact?: string,
): string | number | boolean | null {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new DocumentProblem('a number that JSON cannot hold', offset)
    if (exact !== undefined && lossyNumber(exact) === exact)
      throw new DocumentProblem(
        `the number ${inOneLine(exact, 100)}, which JavaScript reads as ${value}: write it as a text, or one that it can hold`,
        offset,
      )
    return value
  }
  if (typeof value === 'string') {
    if (value.isWellFormed()) return value
    throw new DocumentProblem('text with half a surrogate pair', offset)
  }
  throw new DocumentProblem('a value that JSON cannot hold', offset)
}
