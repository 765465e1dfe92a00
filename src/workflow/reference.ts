/** References to what other tasks said: `$OUTPUT[id].path[0].field`, also inside longer strings. */
import type { JsonValue } from '../base/index.js'
import type { Condition, Task } from './workflow.js'

export interface Reference {
  readonly id: string
  /** Keys and indexes into the task's value. */
  readonly path: readonly (string | number)[]
  /** As it is written. */
  readonly text: string
}

/** A string, cut where its references stand. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reference'; readonly reference: Reference }
  /** `$OUTPUT[` that no task id and `]` follow. */
  | { readonly kind: 'malformed'; readonly text: string }

/**
 * Cuts a string into text and references. The path of a reference goes on as long as `.name`, `[0]` or `["any key"]` follow;
 * a name is letters, digits and underscores and does not begin with a digit. `$$OUTPUT[` is the text `$OUTPUT[`.
 */
export function parseTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  if (!text.includes('$OUTPUT[')) return text === '' ? parts : [{ kind: 'text', text }]
  let end = 0
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    if (index < end) continue
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) })
    const part = mark === ESCAPED ? LITERAL : parseReference(text, index)
    parts.push(part)
    end = index + (part.kind === 'reference' ? part.reference.text.length : mark.length)
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

/** A text as `parseTemplate` reads it back: what looks like a reference in it is none. */
export function escapeReferences(text: string): string {
  return text.replaceAll('$OUTPUT[', () => ESCAPED)
}

/** A reference as `parseTemplate` reads it. @throws TypeError for a name with a quotation mark, which no reference can hold */
export function writeReference({ id, path }: Pick<Reference, 'id' | 'path'>): string {
  return `$OUTPUT[${id}]${path.map(writeStep).join('')}`
}

function writeStep(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`
  if (step.includes('"')) throw new TypeError(`No reference can name ${step}`)
  return PLAIN_NAME.test(step) ? `.${step}` : `["${step}"]`
}

/** The reference that the whole string is, or undefined. */
export function wholeReference(parts: readonly TemplatePart[]): Reference | undefined {
  const [only, ...others] = parts
  return only?.kind === 'reference' && others.length === 0 ? only.reference : undefined
}

const ESCAPED = '$$OUTPUT['
const LITERAL: TemplatePart = { kind: 'text', text: '$OUTPUT[' }
const MARK = /\$?\$OUTPUT\[/g
// An id holds no brackets, quotes, spaces or control characters: see parse-task.
const HEAD = /\$OUTPUT\[([^[\]"'\s\p{Cc}]+)\]/uy
const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u
const STEP = /\.([\p{L}_][\p{L}\p{N}_]*)|\[(\d{1,9})\]|\["([^"]*)"\]/uy

function parseReference(text: string, start: number): TemplatePart {
  const id = matchAt(HEAD, text, start)?.[1]
  if (id === undefined) return { kind: 'malformed', text: text.slice(start, start + 40) }
  const path: (string | number)[] = []
  let end = start + '$OUTPUT[]'.length + id.length
  for (let step = matchAt(STEP, text, end); step !== null; step = matchAt(STEP, text, end)) {
    const [whole, name, index, key] = step
    path.push(index === undefined ? (name ?? key ?? '') : Number(index))
    end += whole.length
  }
  return { kind: 'reference', reference: { id, path, text: text.slice(start, end) } }
}

/** Sets where the pattern begins before each use, so that it keeps no state from one use to the next. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** What a task takes of the tasks before it. */
interface TaskReference extends Pick<Reference, 'id' | 'path'> {
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
