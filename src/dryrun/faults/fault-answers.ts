/** What a call says when it fails: nothing, an error, or nothing of use. */
import {
  isJsonObject,
  isSameJson,
  type JsonObject,
  type JsonValue,
  REQUEST_TIMEOUT_MS,
} from '../../base/index.js'
import { type Answer, type Outcome, outcomeValue, type ToolCall } from '../../call/index.js'
import type { Unanswered } from '../../execution/index.js'
import type { CompiledSchema } from '../../schema/index.js'

/** As a client tells it that waited as long as it does by default. */
export function timedOut({ tool }: ToolCall): Unanswered {
  return {
    kind: 'failed',
    why: `Cannot call "${tool}": no answer within ${REQUEST_TIMEOUT_MS} ms`,
    tookMs: REQUEST_TIMEOUT_MS,
  }
}

/** `told`: an error that the server gave before. */
export function toolError(as: Answer, told: Outcome | undefined): Answer {
  const { unknown: _, ...rest } = as
  return { ...rest, outcome: told ?? GENERAL }
}

const GENERAL: Outcome = { kind: 'tool-error', content: [{ type: 'text', text: 'The call failed' }] }

/** The same, much later. */
export function slow(as: Answer, ms: number): Answer {
  return { ...as, predictedMs: ms }
}

/** As little as the schema allows; without one no content at all. Undefined where there is nothing less to say. */
export function emptied(as: Answer, schema: CompiledSchema | undefined): Answer | undefined {
  const { unknown: isUnknown, ...rest } = as
  if (as.outcome.kind !== 'result') return undefined
  if (schema === undefined) {
    if (isUnknown !== true && as.outcome.content.length === 0) return undefined
    return { ...rest, outcome: { kind: 'result', content: [] } }
  }
  const full = outcomeValue(as.outcome)
  const least = leastOf(full, (value) => schema.holds(value))
  if (isSameJson(least, full)) return undefined
  const content = [{ type: 'text', text: JSON.stringify(least) }] as const
  return { ...rest, outcome: { kind: 'result', content, structured: least } }
}

/** Takes away what may be away: a value as a whole, else each of its members, else what is in them. */
function leastOf(value: JsonValue, isAllowed: (value: JsonValue) => boolean): JsonValue {
  const empty = emptyOf(value)
  if (isAllowed(empty)) return empty
  if (!isJsonObject(value)) return value
  let least: JsonObject = value
  for (const name of Object.keys(value)) {
    const { [name]: member, ...others } = least
    if (isAllowed(others)) least = others
    else
      least = { ...least, [name]: leastOf(member ?? null, (each) => isAllowed({ ...least, [name]: each })) }
  }
  return least
}

function emptyOf(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return []
  if (isJsonObject(value)) return {}
  return typeof value === 'string' ? '' : value
}
