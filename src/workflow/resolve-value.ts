/** Puts what tasks said in the place of the references to it. */
import { counted, isJsonArray, isJsonObject, type JsonValue, ownMember, toPointer } from '../base/index.js'
import { parseTemplate, type Reference, type TemplatePart } from './reference.js'
import type { TaskResult } from './workflow.js'

export type Resolution =
  | { readonly kind: 'resolved'; readonly value: JsonValue; readonly unknownAt: readonly string[] }
  | { readonly kind: 'failed'; readonly why: string }

/**
 * Resolves the references in a value, at every depth. A string that is nothing but a reference becomes the value itself;
 * inside a longer string values that are no strings stand as JSON. Of an unknown value null stands there, or `⟨unknown id.path⟩`.
 */
export function resolveValue(template: JsonValue, outputs: Outputs): Resolution {
  return resolveBy(template, (reference) => lookUp(reference, outputs))
}

/** What a reference finds in the results of the tasks before. */
type Found =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'nothing'; readonly why: string }

/** The results of finished tasks, by id. */
export type Outputs = ReadonlyMap<string, TaskResult>

/** Follows a reference: names into objects, indexes into lists, own members only, and the `length` of lists and texts. */
export function lookUp(reference: Reference, outputs: Outputs): Found {
  const { id, path, text } = reference
  const output = outputs.get(id)
  if (output?.state !== 'done') return { kind: 'nothing', why: `${text} points to a task without a result` }
  if (output.unknown) return { kind: 'unknown' }
  let value = output.value
  for (const [depth, step] of path.entries()) {
    const next = memberAt(value, step)
    if (next === undefined)
      return { kind: 'nothing', why: `${text} points nowhere: ${whyNot(value, step, depth)}` }
    value = next
  }
  return { kind: 'value', value }
}

function memberAt(value: JsonValue, step: string | number): JsonValue | undefined {
  if (typeof step === 'number') return isJsonArray(value) ? value[step] : undefined
  if (isJsonObject(value)) return ownMember(value, step)
  return step === 'length' && (isJsonArray(value) || typeof value === 'string') ? value.length : undefined
}

function whyNot(value: JsonValue, step: string | number, depth: number): string {
  const place = depth === 0 ? 'the result of the task' : `the value after ${counted(depth, 'step')}`
  if (isJsonArray(value))
    return typeof step === 'number'
      ? `${place} is a list of ${value.length}, without an index ${step}`
      : `${place} is a list, which has no member "${step}"`
  if (!isJsonObject(value)) return `${place} is ${value === null ? 'null' : `a ${typeof value}`}`
  return typeof step === 'number'
    ? `${place} is an object, which has no index ${step}`
    : `${place} has no member "${step}"`
}

/** The value as far as its text decides it, before any task has said anything: whatever holds a reference is unknown. */
export function resolveWritten(template: JsonValue): Resolution {
  return resolveBy(template, () => ({ kind: 'unknown' }))
}

type Find = (reference: Reference) => Found

function resolveBy(template: JsonValue, find: Find): Resolution {
  const unknownAt: string[] = []
  try {
    return { kind: 'resolved', value: resolve(template, find, [], unknownAt), unknownAt }
  } catch (failure) {
    if (failure instanceof NotResolvable) return { kind: 'failed', why: failure.message }
    throw failure
  }
}

/** Carries the reason up through the recursion; it never leaves this file. */
class NotResolvable extends Error {}

const MAX_TEXT_LENGTH = 16 * 1024 * 1024

function resolve(
  template: JsonValue,
  find: Find,
  path: readonly (string | number)[],
  unknownAt: string[],
): JsonValue {
  if (typeof template === 'string') return resolveText(template, find, path, unknownAt)
  if (typeof template !== 'object' || template === null) return template
  const inner = (value: JsonValue, step: string | number) => resolve(value, find, [...path, step], unknownAt)
  return Array.isArray(template)
    ? template.map(inner)
    : Object.fromEntries(Object.entries(template).map(([key, value]) => [key, inner(value, key)]))
}

function resolveText(
  text: string,
  find: Find,
  path: readonly (string | number)[],
  unknownAt: string[],
): JsonValue {
  const pieces = parseTemplate(text).map((part) => resolvePart(part, find))
  if (pieces.some(({ unknown }) => unknown)) unknownAt.push(toPointer(path))
  const [only, ...others] = pieces
  if (only?.isReference && others.length === 0) return only.unknown ? null : only.value
  let joined = ''
  for (const { value } of pieces) {
    joined += typeof value === 'string' ? value : JSON.stringify(value)
    if (joined.length > MAX_TEXT_LENGTH)
      throw new NotResolvable(`a text with references grows beyond ${MAX_TEXT_LENGTH} characters`)
  }
  return joined
}

interface Piece {
  /** Of an unknown value: what stands for it inside a longer string. */
  readonly value: JsonValue
  readonly unknown: boolean
  readonly isReference: boolean
}

function resolvePart(part: TemplatePart, find: Find): Piece {
  if (part.kind !== 'reference') return { value: part.text, unknown: false, isReference: false }
  const found = find(part.reference)
  switch (found.kind) {
    case 'nothing':
      throw new NotResolvable(found.why)
    case 'unknown':
      return { value: unknownText(part.reference), unknown: true, isReference: true }
    case 'value':
      return { value: found.value, unknown: false, isReference: true }
  }
}

function unknownText({ text }: Reference): string {
  return `⟨unknown ${text.slice('$OUTPUT['.length).replace(']', '')}⟩`
}
