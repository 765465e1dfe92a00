/** Takes secrets out of a report and leaves its form alone, whatever the secrets are. */
import { isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import type { Redactor } from '../recording/index.js'

/**
 * Redacts all that plans, servers and people said, in the report of a rehearsal or of a real run. The report's own words, keys and
 * numbers say nothing of theirs and stay.
 */
export function redactReport<Told extends { readonly format: string }>(
  report: Told,
  redactor: Redactor,
): Told {
  // A report is JSON, and hiding keeps the shape of everything but foreign JSON, which may have any.
  return hideMembers(report as unknown as JsonObject, lookingOnce(redactor)) as unknown as Told
}

type Hiding = Pick<Redactor, 'text' | 'redact' | 'list'>

/** Looks at each object and each text once: an answer that is made from a schema, or by a stub, stands in many calls, as names do. */
function lookingOnce(redactor: Redactor): Hiding {
  const hidden = new Map<unknown, unknown>()
  const texts = new Map<string, string>()
  return {
    text(value) {
      const known = texts.get(value) ?? redactor.text(value)
      texts.set(value, known)
      return known
    },
    list: redactor.list,
    redact<Value>(value: Value): Value {
      if (!hidden.has(value)) hidden.set(value, redactor.redact(value))
      // What is kept under a value is what the redactor made of that value.
      return hidden.get(value) as Value
    },
  }
}

/** The very object when there is nothing to hide: of thousands of calls few hold a secret, and the others need no copy. */
function hideMembers(object: JsonObject, redactor: Hiding): JsonObject {
  let hidden = object
  for (const key of Object.keys(object)) {
    const member = object[key] as JsonValue
    const shown = hide(key, member, redactor)
    if (shown !== member) hidden = { ...hidden, [key]: shown }
  }
  return hidden
}

function hide(key: string, value: JsonValue, redactor: Hiding): JsonValue {
  if (FOREIGN_JSON.has(key)) return redactor.redact(value)
  if (typeof value === 'string') return isOwnWord(key, value) ? value : redactor.text(value)
  if (Array.isArray(value)) {
    // The longest ones of a report: each call has one, and it grows with the calls.
    if (key === 'depends_on_invented') return value
    let hidden: readonly JsonValue[] = value
    for (let i = 0; i < value.length; i++) {
      const item: JsonValue = value[i]
      const shown = typeof item === 'number' ? item : hide(key, item, redactor)
      if (shown !== item) hidden = hidden.with(i, shown)
    }
    // What a program wrote in two lines may be one secret.
    return typeof value[0] === 'number' ? hidden : redactor.list(hidden)
  }
  return isJsonObject(value) ? hideMembers(value, redactor) : value
}

function isOwnWord(key: string, value: string): boolean {
  return OWN_WORDS.has(key) || (key === 'why' && OWN_REASONS.has(value))
}

/** Members that hold values of programs and servers. */
const FOREIGN_JSON: ReadonlySet<string> = new Set(['arguments', 'value', 'simulated_result', 'result'])

/** Members that hold words of a closed list, digests and times; texts of all others may be anybody's. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  'format',
  'verdict',
  'ended',
  'plan_id',
  'run_id',
  'receipt',
  'what',
  'place',
  'keyword',
  'severity',
  'code',
  'outcome',
  'source',
  'recorded_at',
  'effect',
  'reversible',
  'evidence',
  'layers',
  'for',
  'level',
  'now',
  'started_at',
  'change',
  'kind',
  'mode',
  'digest',
  'in',
  'fault',
  'end',
  'on',
])

/** Why somebody has to approve; other reasons may be what a server said. */
const OWN_REASONS: ReadonlySet<string> = new Set(['policy', 'write', 'destructive', 'external', 'unknown'])
