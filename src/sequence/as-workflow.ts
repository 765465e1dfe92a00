/** A sequence as a workflow, for a person who goes on from it: what it promises is left out, what it refers to stays a reference. */
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownMember,
  pointerSteps,
} from '../base/index.js'
import { escapeReferences, writeReference } from '../workflow/index.js'
import { groupsOf } from './races.js'
import type { Sequence, SequenceStep } from './sequence.js'
import type { Reference } from './template.js'

/**
 * Undefined where a workflow cannot say it: a call that failed, which ends what comes after it there, and a reference to a part of a value,
 * or one that its text runs on from.
 */
export function asWorkflow({ steps }: Pick<Sequence, 'steps'>): JsonObject | undefined {
  if (steps.some(({ promise }) => promise.outcome !== 'result')) return undefined
  const tasks: JsonObject[] = []
  let before: readonly string[] = []
  try {
    for (const group of groupsOf(steps.map((step, i) => ({ ...step, call: i + 1 })))) {
      const depends_on = before
      for (const { call, server, tool, arguments: args } of group)
        tasks.push({
          ...{ id: idOf(call), tool: `${server}:${tool}` },
          ...(args === undefined ? {} : { arguments: membersOf(args, steps) }),
          ...(depends_on.length === 0 ? {} : { depends_on }),
        })
      before = group.map(({ call }) => idOf(call))
    }
    return { tasks }
  } catch (failure) {
    if (failure instanceof Unsayable) return undefined
    throw failure
  }
}

/** Leaves the recursion. */
class Unsayable extends Error {}

function idOf(call: number): string {
  return `call_${call}`
}

function membersOf(value: JsonObject, steps: readonly SequenceStep[]): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, said(member, steps)]))
}

function said(value: JsonValue, steps: readonly SequenceStep[]): JsonValue {
  if (typeof value === 'string') return escapeReferences(value)
  if (isJsonArray(value)) return value.map((item) => said(item, steps))
  if (!isJsonObject(value)) return value
  const [mark = '', ...others] = Object.keys(value)
  const inside = value[mark]
  if (others.length > 0 || inside === undefined) return membersOf(value, steps)
  switch (mark) {
    case '$plain':
      return membersOf(inside as JsonObject, steps)
    case '$value':
      return whole(inside as unknown as Reference, 'number', steps)
    case '$text':
      return textOf(inside as unknown as readonly (string | Reference)[], steps)
    case '$object':
      throw new Unsayable('the name of a member')
    default:
      return membersOf(value, steps)
  }
}

function textOf(parts: readonly (string | Reference)[], steps: readonly SequenceStep[]): string {
  const [only, ...others] = parts
  if (only !== undefined && typeof only !== 'string' && others.length === 0)
    return whole(only, 'string', steps)
  return parts
    .map((part, i) => {
      if (typeof part !== 'string') return written(part, steps).text
      // There a path would go on.
      if (i > 0 && /^(?:\.[\p{L}_]|\[(?:\d|"))/u.test(part)) throw new Unsayable('a text that runs on')
      return escapeReferences(part)
    })
    .join('')
}

/** A text that is nothing else becomes the value itself there. */
function whole(reference: Reference, type: 'string' | 'number', steps: readonly SequenceStep[]): string {
  const { text, is } = written(reference, steps)
  if (is !== type) throw new Unsayable('a value of another type')
  return text
}

interface Written {
  readonly text: string
  readonly is: 'string' | 'number'
}

function written(reference: Reference, steps: readonly SequenceStep[]): Written {
  const { call, pointer, word, form, first, last } = reference
  const isPart = [word, first, last].some((each) => each !== undefined)
  if (isPart || (form !== undefined && form !== 'number')) throw new Unsayable('a part of a value')
  let at: JsonValue | undefined = steps[call - 1]?.promise.value
  const path: (string | number)[] = []
  for (const token of pointerSteps(pointer)) {
    if (token.includes('"')) throw new Unsayable('a name that cannot be written')
    if (at !== undefined && isJsonArray(at)) {
      at = at[Number(token)]
      path.push(Number(token))
    } else {
      at = at !== undefined && isJsonObject(at) ? ownMember(at, token) : undefined
      path.push(token)
    }
  }
  return { text: writeReference({ id: idOf(call), path }), is: typeOf(at) }
}

/** Of what was said there, as the promise has it. */
function typeOf(promised: JsonValue | undefined): Written['is'] {
  if (typeof promised === 'string' || typeof promised === 'number') return typeof promised as Written['is']
  if (isJsonObject(promised) && promised.$text !== undefined) return 'string'
  if (isJsonObject(promised) && promised.$own !== undefined) return 'number'
  throw new Unsayable('a value that is no text and no number')
}
