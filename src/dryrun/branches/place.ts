/** Where a call stands in the plan: what is one place, told by tool, line and column. */
import type { ToolRef } from '../../call/index.js'
import { lossOf } from '../loss-of-effect.js'
import type { CallPlace } from '../report.js'
import type { CallName } from '../variants/played.js'

export interface Place {
  readonly tool: ToolRef
  readonly line: number
  readonly column: number
}

/** Undefined where nobody knows its place. */
export function placeOfName(name: CallName): Place | undefined {
  const [, tool, line, column] = /^(.*) (\d+):(\d+)#\d+$/s.exec(name) ?? []
  // It begins with the name of the tool.
  return tool === undefined
    ? undefined
    : { tool: tool as ToolRef, line: Number(line), column: Number(column) }
}

export function placeKey({ tool, line, column }: Partial<Place>): string {
  return `${tool} ${line}:${column}`
}

/** What is lost for good first. */
export function byLoss(a: CallPlace, b: CallPlace): number {
  return lossOf(a.effect) - lossOf(b.effect) || byPosition(a, b)
}

export function byPosition(a: Place, b: Place): number {
  return a.line - b.line || a.column - b.column
}
