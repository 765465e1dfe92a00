/** Calls of a program that plainly do nothing with their answers. */
import type { CallSite } from '../call/index.js'
import type { Program } from '../program/index.js'

export function isDiscardedAt({ calls }: Program, site: CallSite | undefined): boolean {
  return calls.some(
    ({ isDiscarded, line, column }) => isDiscarded === true && line === site?.line && column === site.column,
  )
}
