/** A run of the journal that does not go on by itself, and what the journal has of its calls. */
import { isJsonObject, type JsonObject, type JsonValue, parseJson, UsageError } from '../../base/index.js'
import type { JournaledCall, JournaledRun } from '../../journal/index.js'

/** It cannot go on before a person has said something. */
export interface StoppedRun {
  readonly kind: 'waiting' | 'doubt'
  readonly run: JournaledRun
}

export function unknownRun(id: string): UsageError {
  return new UsageError('RUN_UNKNOWN', `Cannot find the run ${JSON.stringify(id)}`, {
    hint: 'understudy runs list tells which runs there are; they are kept for 30 days',
  })
}

/** The arguments of a call as the journal has them. */
export function argumentsOf({ arguments: text }: JournaledCall): JsonObject {
  const value: JsonValue = text === '' ? null : parseJson(text, 'arguments of a journal')
  return isJsonObject(value) ? value : {}
}
