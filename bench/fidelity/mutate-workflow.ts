/** Mistakes as operators on a workflow as data: each changes one place, and leaves the rest as it is. */
import { parse, stringify } from 'yaml'
import type { Mutation } from './mutate.js'

type Data = null | boolean | number | string | readonly Data[] | { readonly [key: string]: Data }
/** Gives what comes in the place of a member of an object, by its new key; nothing: the member goes; undefined: it does not fit. */
type Operator = (
  key: string,
  value: Data,
  mutation: Mutation,
) => readonly (readonly [key: string, value: Data])[] | undefined

/** What people and agents get wrong in workflows, each by the member that it changes. */
const OPERATORS: Readonly<Record<string, Operator>> = {
  'rename-member': (key, value, { at, to }) => (key === at && to !== undefined ? [[to, value]] : undefined),
  'drop-member': (key, _, { at }) => (key === at ? [] : undefined),
  'wrong-text': (key, value, { at = '', to }) =>
    typeof value === 'string' && value.includes(at) && to !== undefined
      ? [[key, value.replace(at, to)]]
      : undefined,
  'off-by-one': (key, value, { at }) =>
    key === at && typeof value === 'number' ? [[key, value + 1]] : undefined,
  'number-as-text': (key, value, { at }) =>
    key === at && typeof value === 'number' ? [[key, `n${value}`]] : undefined,
}

export const WORKFLOW_OPERATOR_NAMES: readonly string[] = Object.keys(OPERATORS)

/** @throws Error when there is no such operator, or no place that it fits. */
export function mutateWorkflow(workflow: string, mutation: Mutation): string {
  const { operator, at = '' } = mutation
  const change = OPERATORS[operator]
  if (change === undefined)
    throw new Error(`There is no operator "${operator}"; there are ${WORKFLOW_OPERATOR_NAMES.join(', ')}`)
  const changed = changedOnce(parse(workflow) as Data, (key, value) => change(key, value, mutation))
  if (changed === undefined)
    throw new Error(`"${operator}" fits no member at ${JSON.stringify(at)} in:\n${workflow}`)
  return stringify(changed)
}

type Change = (key: string, value: Data) => ReturnType<Operator>

/** With the first member changed that fits, from the outside in; undefined where none does. */
function changedOnce(data: Data, change: Change): Data | undefined {
  if (Array.isArray(data)) {
    for (const [i, each] of data.entries()) {
      const inner = changedOnce(each, change)
      if (inner !== undefined) return data.map((item, at) => (at === i ? inner : item))
    }
    return undefined
  }
  if (typeof data !== 'object' || data === null) return undefined
  const members = Object.entries(data)
  for (const [i, [key, value]] of members.entries()) {
    const inner = changedOnce(value, change)
    const instead = change(key, value) ?? (inner === undefined ? undefined : [[key, inner] as const])
    if (instead !== undefined)
      return Object.fromEntries(members.flatMap((member, at) => (at === i ? instead : [member])))
  }
  return undefined
}
