/** Where in its text a plan makes a call. */
import { positionKey } from '../../base/index.js'
import type { ToolCall, ToolRef } from '../../call/index.js'

/** `LINE:COLUMN`. */
export function placeOf({ site }: ToolCall): string | undefined {
  return site === undefined ? undefined : positionKey(site)
}

export function placeKey(tool: ToolRef, place: string | undefined): string {
  return `${place ?? ''} ${tool}`
}
