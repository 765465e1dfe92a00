/** Secrets that are still in a recording: from before their shape was known, or written by somebody else. */
import { isJsonObject, type JsonObject, type JsonValue, toPointer } from '../../base/index.js'
import type { Recording, WrittenResponse } from '../recording.js'
import type { RedactionRules } from './redaction-rules.js'
import { createRedactor } from './redactor.js'
import { sealRecording } from './seal-recording.js'

/** Where in a recording a secret stands. */
export interface FoundSecret {
  /** JSON Pointer into the recording. */
  readonly pointer: string
  /** What it looks like, such as `github-token`; `secret` where its name tells, or base64 wraps it. */
  readonly kind: string
}

/** What the gate would replace today, with no secret given or with these; at most one of a kind for each text. */
export function findSecrets(
  recording: Recording,
  rules: RedactionRules = {},
  secrets: readonly string[] = [],
): FoundSecret[] {
  const redactor = createRedactor({ secrets, rules })
  const { written: texts = {}, ...was } = recording
  const { written: sealed = {}, ...is } = sealRecording(recording, redactor)
  const inTexts = Object.entries(texts).flatMap(([name, text]: [string, string]) =>
    // The gate leaves out what disagrees with the value: a secret may stand in it all the same.
    differences(text, ofName(sealed, name) ?? redactor.text(text), ['written', name]),
  )
  // A recording is JSON; its interface has no index signature to say so.
  return [...differences(was as unknown as JsonValue, is as unknown as JsonValue, []), ...inTexts]
}

function ofName({ body, beside }: WrittenResponse, name: string): string | undefined {
  return name === 'body' ? body : name === 'beside' ? beside : undefined
}

function differences(was: JsonValue, is: JsonValue, path: readonly (string | number)[]): FoundSecret[] {
  if (was === is) return []
  if (Array.isArray(was) && Array.isArray(is))
    return was.flatMap((item: JsonValue, i) => differences(item, is[i] ?? null, [...path, i]))
  if (isJsonObject(was) && isJsonObject(is)) return differencesOfMembers(was, is, path)
  const pointer = toPointer(path)
  return kindsIn(String(was), String(is)).map((kind) => ({ pointer, kind }))
}

/** Keys stand in the same order: one that is another now held a secret itself. */
function differencesOfMembers(was: JsonObject, is: JsonObject, path: readonly (string | number)[]) {
  const now = Object.entries(is)
  return Object.entries(was).flatMap(([key, member], i): FoundSecret[] => {
    const [keyNow = key, memberNow = null] = now[i] ?? []
    const inKey = kindsIn(key, keyNow).map((kind) => ({ pointer: toPointer([...path, key]), kind }))
    return [...inKey, ...differences(member, memberNow, [...path, key])]
  })
}

function kindsIn(was: string, is: string): string[] {
  if (was === is) return []
  const before = new Set(was.match(PLACEHOLDER))
  const kinds = [...is.matchAll(PLACEHOLDER)].flatMap(([whole, kind = 'secret']) =>
    before.has(whole) ? [] : [kind],
  )
  return kinds.length === 0 ? ['secret'] : [...new Set(kinds)]
}

const PLACEHOLDER = /REDACTED_([a-z-]+)_(?:s|m|l|xl)(?:_[0-9a-f]{10})?/g
