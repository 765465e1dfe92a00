/** What kind of plan a file holds. */
import { isSequenceText } from '../sequence/index.js'

export type PlanKind = 'program' | 'workflow' | 'sequence'

/** True for the endings that are read as a workflow or a sequence: `.json`, `.yaml`, `.yml`. */
export function isWorkflowName(fileName: string): boolean {
  return /\.(json|ya?ml)$/i.test(fileName)
}

/** By its name; JSON that says it is a sequence is one. */
export function planKindOf(fileName: string, text: string): PlanKind {
  if (!isWorkflowName(fileName)) return 'program'
  return /\.json$/i.test(fileName) && isSequenceText(text) ? 'sequence' : 'workflow'
}
