/** Who says what a tool does, in words that stand behind a side effect. */
import type { SideEffect } from '../dryrun/index.js'

export function toldBy({ evidence }: Pick<SideEffect, 'evidence'>): string {
  if (evidence === 'observed') return 'observed'
  return evidence === 'none' ? 'told by nobody' : `by ${evidence}`
}
