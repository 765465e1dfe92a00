/** What a task takes of the tasks before it. */
import type { JsonValue } from '../base/index.js'
import { parseTemplate, type Reference } from './reference.js'
import type { Condition, Task } from './workflow.js'

export interface TaskReference extends Pick<Reference, 'id' | 'path'> {
  /** True where the task only asks whether there is anything. */
  readonly isTest: boolean
}

/** The references in its arguments and in its condition. */
export function referencesOf({
  arguments: args,
  when = [],
}: Pick<Task, 'arguments' | 'when'>): TaskReference[] {
  return [
    ...referencesIn(args).map((each) => ({ ...each, isTest: false })),
    ...when.flatMap(({ left, operator, right }: Condition[number]) => [
      ...referencesIn(left).map((each) => ({ ...each, isTest: operator === 'exists' })),
      ...referencesIn(right).map((each) => ({ ...each, isTest: false })),
    ]),
  ]
}

/** The references in a value's strings, at every depth. */
function referencesIn(value: JsonValue): Reference[] {
  if (typeof value === 'string')
    return parseTemplate(value).flatMap((part) => (part.kind === 'reference' ? [part.reference] : []))
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(referencesIn) : []
}
