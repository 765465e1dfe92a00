/** Where something stands in the plan. */
import { placeText } from '../base/index.js'
import { safeText } from './safe-text.js'

/** One-based, as far as it is known. */
export interface Position {
  readonly line?: number
  readonly column?: number
}

/** The position alone, of whatever has one; a column without a line is none. */
export function positionOf({ line, column }: Position): Position {
  return line === undefined ? {} : { line, ...(column === undefined ? {} : { column }) }
}

/** `plan.ts:3:7`, safe to print. */
export function safePlace(fileName: string, position: Position): string {
  return placeText(safeText(fileName), position)
}
