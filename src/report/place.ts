/** Where something stands in the plan. */
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

/** For a person: "plan.ts:3:7", "plan.ts:3", or the file's name alone. */
export function placeText(fileName: string, { line, column }: Position): string {
  const name = safeText(fileName)
  if (line === undefined) return name
  return column === undefined ? `${name}:${line}` : `${name}:${line}:${column}`
}
