/** The calls that a first look makes of one tool, one after the other: what comes next hangs on what was answered. */
import type { JsonObject } from '../base/index.js'
import type { MCPResponse } from '../testing/index.js'
import {
  type InputSchema,
  invalidArguments,
  smallestArguments,
  withCurrentFolder,
  withSmallNumbers,
} from './smallest-arguments.js'

/** A call as it is made, and later stands in a test. */
export interface PlannedCall {
  readonly tool: string
  readonly arguments: JsonObject
  /** `valid` by the schema; `invalid` by it; of a tool that there is not. */
  readonly kind: 'valid' | 'invalid' | 'unknown-tool'
  /** Why they are invalid, as `InvalidArguments` tells it. */
  readonly told?: string
  /** It is about the current folder, whose content changes. */
  readonly isOfFolder?: true
}

/** Makes a call; undefined when no answer came in time, or it could not be used. */
export type MakeCall = (call: PlannedCall) => Promise<MCPResponse | undefined>

/**
 * Calls the tool with the least that its schema takes; where that takes too long with smaller numbers, where the tool says no with
 * the current folder for each path; then once with what the schema does not take.
 */
export async function callTool(tool: string, schema: InputSchema, make: MakeCall): Promise<void> {
  const least = smallestArguments(schema)
  if (least === undefined) return
  const answer = await make({ tool, kind: 'valid', arguments: least })
  const sooner = answer === undefined ? withSmallNumbers(least, schema) : undefined
  if (sooner !== undefined) await make({ tool, kind: 'valid', arguments: sooner })
  const there = answer?.outcome.kind === 'tool-error' ? withCurrentFolder(least, schema) : undefined
  if (there !== undefined) await make({ tool, kind: 'valid', arguments: there, isOfFolder: true })
  // A tool that is too slow would be so again.
  const invalid = answer === undefined && sooner === undefined ? undefined : invalidArguments(least, schema)
  if (invalid !== undefined)
    await make({ tool, kind: 'invalid', arguments: invalid.value, told: invalid.told })
}
