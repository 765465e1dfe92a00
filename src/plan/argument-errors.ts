/** Arguments that break a tool's schema, gathered from the text of the plan and from the calls it really made. */
import { pointerSteps, positionKey } from '../base/index.js'
import { type CallSite, type ToolCall, type ToolRef, toolRef } from '../call/index.js'
import type { ValidationMode } from '../policy/index.js'
import type { RegisteredTool } from '../registry/index.js'
import type { JudgedIssue } from '../schema/index.js'
import { canInfluence } from './influence.js'

/** Arguments that break the tool's input schema. */
export interface ArgumentError {
  readonly tool: ToolRef
  /** The first step of the pointer: the argument's name; empty for the arguments as a whole. */
  readonly arg: string
  /** JSON Pointer into the arguments. */
  readonly pointer: string
  /** The schema's keyword that says no. */
  readonly keyword: string
  readonly expected: string
  readonly got: string
  /** The number of the call; absent when it was read off the text and never made. */
  readonly call?: number
  readonly line?: number
  readonly column?: number
  /** False when the arguments may owe something to an invented value. */
  readonly certain: boolean
  readonly text: string
}

/** Arguments that stand in the text of a plan: what is computed at run time is null and named. */
export interface WrittenArguments {
  readonly value: NonNullable<ToolCall['arguments']>
  /** JSON Pointers to values that are computed at run time. */
  readonly holes: readonly string[]
  /** JSON Pointers to objects that may get more members, or other ones, at run time. */
  readonly open: readonly string[]
  positionOf(pointer: string): { readonly line: number; readonly column: number }
}

/** An error, and where the call stands whose arguments it is about. */
export interface FoundError {
  readonly site: CallSite | undefined
  readonly error: ArgumentError
}

/** What checking arguments against a tool's input schema came to. */
export interface ArgumentCheck {
  /** What is wrong, whatever stands in the places that are not decided. */
  readonly issues: readonly JudgedIssue[]
  /** Why the arguments may be wrong all the same, where not all of the schema could be checked; continues a sentence. */
  readonly unchecked?: string
}

/** Checks arguments of which `undecided` (JSON Pointers) is known only later, or not at all. */
export function checkArguments(
  { input, definition }: RegisteredTool,
  value: NonNullable<ToolCall['arguments']>,
  undecided: readonly string[],
): ArgumentCheck {
  if (input.kind === 'refused') return { issues: [], unchecked: 'its input schema cannot be used' }
  const found = input.schema.judge(value)
  const issues = found.filter(
    ({ keyword, pointer }) =>
      keyword !== GIVEN_UP &&
      !undecided.some((place) => canInfluence(definition.inputSchema, place, pointer)),
  )
  const unchecked = found.some(({ keyword }) => keyword === GIVEN_UP)
    ? 'checking them takes too many steps'
    : input.schema.unchecked.find(isAssertion)
  return { issues, ...(unchecked === undefined ? {} : { unchecked }) }
}

/** A check that was given up because it takes too many steps says nothing about the value. */
const GIVEN_UP = 'complexity'

/** A format that nobody knows asserts nothing: JSON Schema 2020-12 ValidationMode, 7.2. */
function isAssertion(uncheckedPart: string): boolean {
  return !uncheckedPart.startsWith('The format ')
}

/** Whether the call is refused for certain: by the server, if no server takes such a value, or by a policy that is strict. */
export function isRefused({ leniency }: JudgedIssue, validation: ValidationMode): boolean {
  return validation === 'strict' || leniency === undefined
}

/** What is wrong with arguments as they stand in the text. Whatever hangs on a computed value is left to the run. */
export function checkWrittenArguments(
  tool: RegisteredTool,
  written: WrittenArguments,
  site: CallSite,
  validation: ValidationMode,
): FoundError[] {
  const undecided = [...written.holes, ...written.open]
  return checkArguments(tool, written.value, undecided).issues.map((issue) => ({
    site,
    error: {
      ...describeIssue(tool.ref, issue, validation),
      ...written.positionOf(issue.pointer),
      certain: isRefused(issue, validation),
    },
  }))
}

/** What was wrong with the arguments of a call that was made. `isKnown`: they owe nothing to an answer without evidence. */
export function calledArgumentErrors(
  call: ToolCall,
  issues: readonly JudgedIssue[],
  { isKnown, validation }: { readonly isKnown: boolean; readonly validation: ValidationMode },
): FoundError[] {
  const { site } = call
  return issues.map((issue) => ({
    site,
    error: {
      ...describeIssue(toolRef(call), issue, validation),
      call: call.n,
      ...(site === undefined ? {} : { line: site.line, column: site.column }),
      certain: isKnown && isRefused(issue, validation),
    },
  }))
}

/**
 * One list: an error that was read off the text and met again in the run is told once, with the number of its first call. What the
 * real server took (`taken`) was no error, where it is not refused before it gets there.
 */
export function mergeArgumentErrors(
  writtenErrors: readonly FoundError[],
  calledErrors: readonly FoundError[],
  taken: readonly ToolCall[] = [],
): ArgumentError[] {
  const takenAt = new Set(taken.flatMap(({ site }) => (site === undefined ? [] : positionKey(site))))
  const isOpen = ({ site, error }: FoundError): boolean =>
    error.certain || site === undefined || !takenAt.has(positionKey(site))
  const written = writtenErrors.filter(isOpen)
  const called = calledErrors.filter(({ error }) => !taken.some(({ n }) => n === error.call))
  const met = new Map<string, ArgumentError>()
  for (const { site, error } of called) {
    const key = keyOf({ site, error })
    if (!met.has(key)) met.set(key, error)
  }
  const told = new Set(written.map(keyOf))
  return [
    ...written.map((found) => ({ ...found.error, ...callNumber(met.get(keyOf(found))) })),
    ...called.filter((found) => !told.has(keyOf(found))).map(({ error }) => error),
  ].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0))
}

function callNumber(met: ArgumentError | undefined): { readonly call?: number } {
  return met?.call === undefined ? {} : { call: met.call }
}

/** By the place of the call: a literal of many lines has its values on later ones. */
function keyOf({ site, error }: FoundError): string {
  return JSON.stringify([site?.line, site?.column, error.tool, error.pointer, error.keyword, error.got])
}

function describeIssue(tool: ToolRef, issue: JudgedIssue, validation: ValidationMode) {
  const why = isRefused(issue, validation) ? '' : `; ${issue.leniency}`
  return {
    tool,
    arg: pointerSteps(issue.pointer)[0] ?? '',
    pointer: issue.pointer,
    keyword: issue.keyword,
    expected: issue.expected,
    got: issue.got,
    text: `${tool}: ${issue.message}${why}`,
  }
}
