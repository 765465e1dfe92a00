/** Collects what is wrong with a workflow, and keeps hostile files from making endless lists of it. */

import type { Finding } from '../base/index.js'
import { inOneLine, type TextPosition } from '../base/index.js'

export type WorkflowFindingCode =
  | 'WORKFLOW_INVALID'
  | 'REFERENCE_INVALID'
  | 'DUPLICATE_TASK_ID'
  | 'UNKNOWN_DEPENDENCY'
  | 'DEPENDENCY_CYCLE'

/** A place: an offset in the text, or a task that knows its position. */
export type Place = { readonly offset: number } | TextPosition

export interface Problems {
  readonly findings: readonly Finding[]
  /** True when nothing more is told: whoever does costly work for a message may stop. */
  readonly full: boolean
  add(code: WorkflowFindingCode, place: Place, message: string): void
  positionOf(place: Place): TextPosition
}

const MAX_FINDINGS = 100

/** Creates an empty collection; `positionAt` turns offsets into lines and columns. */
export function createProblems(positionAt: (offset: number) => TextPosition): Problems {
  const findings: Finding[] = []
  const positionOf = (place: Place): TextPosition =>
    'offset' in place ? positionAt(place.offset) : { line: place.line, column: place.column }
  return {
    findings,
    get full() {
      return findings.length >= MAX_FINDINGS
    },
    add(code, place, message) {
      if (findings.length >= MAX_FINDINGS) return
      const text = inOneLine(message, 500)
      findings.push({ code, severity: 'error', certain: true, message: text, ...positionOf(place) })
    },
    positionOf,
  }
}
