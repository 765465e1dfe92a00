/** When two recordings are of one exchange: by this an import adds nothing twice. */
import { isSameJson, type JsonValue } from '../base/index.js'
import type { Recording } from './recording.js'

/** The same key at the same time, asked in the same way. */
export function isSameExchange(a: Recording, b: Recording): boolean {
  return a.key === b.key && a.recordedAt === b.recordedAt && isSameJson(asked(a), asked(b))
}

/** What tells requests of one key apart. */
function asked({ params, capabilities, http }: Recording): JsonValue {
  return [params ?? null, capabilities ?? null, http?.anomalies ?? null]
}
