/** Puts the flat list of errors that Ajv makes back into the shape of the schema: what was tried inside what. */
import type { ErrorObject } from 'ajv'

export interface Failure {
  readonly error: ErrorObject
  /** What failed in each branch of a union; in the subschema of `contains` or `propertyNames` as the only branch. */
  readonly branches: readonly (readonly Failure[])[]
}

/** The outermost failures, in order. An inner error always stands before the one that it belongs to. */
export function failureTree(errors: readonly ErrorObject[]): Failure[] {
  const failures: Failure[] = []
  let end = errors.length
  while (end > 0) {
    const error = errors[end - 1]
    if (error === undefined) break
    const ends = innerEnds(error)
    const start = end - 1 - (ends.at(-1) ?? 0)
    failures.push({
      error,
      branches: ends.map((to, index) =>
        failureTree(errors.slice(start + (ends[index - 1] ?? 0), start + to)),
      ),
    })
    end = start
  }
  return failures.reverse()
}

function innerEnds({ params }: ErrorObject): readonly number[] {
  if (Array.isArray(params.ends)) return params.ends
  return typeof params.inner === 'number' ? [params.inner] : []
}
