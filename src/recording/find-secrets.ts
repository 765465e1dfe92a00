/** Secrets that are still in a recording: from before their shape was known, or written by somebody else. */
import { isJsonObject, type JsonValue, toPointer } from '../base/index.js'
import type { Recording } from './recording.js'
import { createRedactor } from './redactor.js'
import { kindOfSecret } from './token-shapes.js'

/** Where in a recording a secret stands. */
export interface FoundSecret {
  /** JSON Pointer into the recording. */
  readonly pointer: string
  /** What it looks like, such as `github-token`. */
  readonly kind: string
}

/** What a redactor without any given secret would replace today. */
export function findSecrets({ params, capabilities, response, http, between }: Recording): FoundSecret[] {
  const said = { params, capabilities, response, http, between }
  // A recording is JSON; its interface has no index signature to say so.
  return secretsIn(said as unknown as JsonValue, [])
}

function secretsIn(value: JsonValue | undefined, path: readonly (string | number)[]): FoundSecret[] {
  if (typeof value === 'string')
    return redactor.text(value) === value
      ? []
      : [{ pointer: toPointer(path), kind: kindOfSecret(value) ?? 'secret' }]
  if (Array.isArray(value)) return value.flatMap((item: JsonValue, i) => secretsIn(item, [...path, i]))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) => [
    ...secretsIn(key, [...path, key]),
    ...secretsIn(member, [...path, key]),
  ])
}

const redactor = createRedactor({ secrets: [] })
