/** Reads what could stand in an argument (specification: server/utilities/completion). */
import { isJsonObject, type JsonValue } from '../base/index.js'
import type { Reading } from './codec.js'
import { shown } from './well-typed.js'

export interface Completion {
  /** At most 100, best first. */
  readonly values: readonly string[]
  /** How many there are in all. */
  readonly total?: number
  readonly hasMore?: boolean
}

/** Values that are no text are left out and complained about. */
export function readCompletion(result: JsonValue): Reading<Completion> {
  const completion = isJsonObject(result) ? result.completion : undefined
  if (!isJsonObject(completion) || !Array.isArray(completion.values))
    return { kind: 'unusable', reason: 'the result has no completion with an array "values"' }
  const { values, total, hasMore } = completion
  const texts = values.filter((value): value is string => typeof value === 'string')
  return {
    kind: 'read',
    value: {
      values: texts,
      ...(typeof total === 'number' ? { total } : {}),
      ...(typeof hasMore === 'boolean' ? { hasMore } : {}),
    },
    complaints:
      texts.length === values.length ? [] : [`a value that is no text was left out of ${shown(values)}`],
  }
}
