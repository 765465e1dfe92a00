/** What a tool is called with: valid arguments, or arguments with exactly one thing wrong. */
import type { JsonObject } from '../base/index.js'
import type { CompiledSchema, SchemaIssue } from '../schema/index.js'
import { placeName } from './value-places.js'

export const INPUT_KINDS = [
  'valid',
  'wrong-type',
  'missing-member',
  'not-in-enum',
  'out-of-bounds',
  'wrong-length',
  'wrong-pattern',
  'extra-member',
] as const

export type InputKind = (typeof INPUT_KINDS)[number]
export type BrokenKind = Exclude<InputKind, 'valid'>

export interface ProbeInput {
  readonly kind: InputKind
  readonly args: JsonObject
  /** What the schema says against the arguments; undefined when they are valid. */
  readonly issue: SchemaIssue | undefined
  /** The keywords that say so, and the place: equal for what is wrong in the same way. Empty when nothing is. */
  readonly violation: string
}

/** An input that was made of arguments by one change. */
export interface ChangedInput {
  readonly input: ProbeInput
  /** What was changed where: the same for two values of one schema. */
  readonly site: string
}

/**
 * The input that arguments are: valid, or wrong at one place. Undefined for more than that, and for what is no proof: `format` is
 * an annotation in most dialects, and `complexity` stands for "could not be checked".
 */
export function readInput(kind: InputKind, args: JsonObject, schema: CompiledSchema): ProbeInput | undefined {
  const issues = schema.check(args)
  const issue = issues.find(({ keyword }) => keyword === 'type') ?? issues[0]
  if ((issue === undefined) !== (kind === 'valid')) return undefined
  if (issue === undefined) return { kind, args, issue, violation: '' }
  if (issues.some(({ pointer, keyword }) => pointer !== issue.pointer || NO_PROOF.has(keyword)))
    return undefined
  const keywords = issues.map(({ keyword }) => keyword).sort()
  return { kind, args, issue, violation: `${keywords.join('+')} ${placeName(issue.pointer)}` }
}

const NO_PROOF = new Set(['format', 'complexity'])

/** Where the arguments are wrong, as a place; empty for valid ones and for the object as a whole. */
export function violatedPlace({ issue }: ProbeInput): string {
  return issue === undefined ? '' : placeName(issue.pointer)
}
