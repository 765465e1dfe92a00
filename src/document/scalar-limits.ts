/** What a scalar must be so that JSON can hold it. */
import { DocumentProblem } from './document-problem.js'

/** @throws DocumentProblem for NaN, infinite numbers, text with lone surrogates, and whatever is no scalar. */
export function checkScalar(value: unknown, offset: number): string | number | boolean | null {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value
    throw new DocumentProblem('a number that JSON cannot hold', offset)
  }
  if (typeof value === 'string') {
    if (value.isWellFormed()) return value
    throw new DocumentProblem('text with half a surrogate pair', offset)
  }
  throw new DocumentProblem('a value that JSON cannot hold', offset)
}
