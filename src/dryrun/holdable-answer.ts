/** What answers may come from the caller: nothing after this point survives a value without end. */
import { type JsonValue, UsageError } from '../base/index.js'
import { type Answer, type ToolCall, toolRef } from '../call/index.js'

/** @throws UsageError JSON_INVALID */
export function assertHoldable({ outcome }: Answer, call: ToolCall): void {
  const value = outcome.kind === 'rpc-error' ? outcome.data : outcome.structured
  if (value === undefined || !isDeeper(value, MAX_DEPTH)) return
  throw new UsageError(
    'JSON_INVALID',
    `Cannot use the answer to ${toolRef(call)} (call ${call.n}): its value is nested more than ${MAX_DEPTH} levels deep`,
  )
}

const MAX_DEPTH = 128

function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member: JsonValue) => isDeeper(member, levels - 1))
}
