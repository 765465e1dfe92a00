/** Arguments that break a tool's schema, gathered from the text of the plan and from the calls it really made. */
import { pointerSteps, pointersOverlap } from '../base/index.js'
import { type ToolCall, type ToolRef, toolRef } from '../call/index.js'
import type { RegisteredTool } from '../registry/index.js'
import type { SchemaIssue } from '../schema/index.js'
import type { ArgumentError } from './report.js'

/** Arguments that stand in the text of a plan: what is computed at run time is null and named. */
export interface WrittenArguments {
  readonly value: NonNullable<ToolCall['arguments']>
  /** JSON Pointers to values that are computed at run time. */
  readonly holes: readonly string[]
  /** JSON Pointers to objects that may get more members, or other ones, at run time. */
  readonly open: readonly string[]
  positionOf(pointer: string): { readonly line: number; readonly column: number }
}

/** What is provably wrong with arguments as they stand in the text. Whatever touches a computed value is left to the run. */
export function checkWrittenArguments(tool: RegisteredTool, written: WrittenArguments): ArgumentError[] {
  if (tool.input.kind === 'refused') return []
  const undecided = [...written.holes, ...written.open]
  return tool.input.schema
    .check(written.value)
    .filter(isProof)
    .filter(({ pointer }) => !undecided.some((place) => pointersOverlap(pointer, place)))
    .map((issue) => ({
      ...describeIssue(tool.ref, issue),
      ...written.positionOf(issue.pointer),
      certain: true,
    }))
}

/** What was wrong with the arguments of a call that was made. */
export function calledArgumentErrors(
  call: ToolCall,
  issues: readonly SchemaIssue[],
  certain: boolean,
): ArgumentError[] {
  return issues.map((issue) => ({
    ...describeIssue(toolRef(call), issue),
    call: call.n,
    ...(call.site === undefined ? {} : { line: call.site.line, column: call.site.column }),
    certain,
  }))
}

/** One list: an error that was read off the text and met again in the run is told once, with the number of the call. */
export function mergeArgumentErrors(
  written: readonly ArgumentError[],
  called: readonly ArgumentError[],
): ArgumentError[] {
  const met = new Set<ArgumentError>()
  const merged = written.map((error) => {
    const again = called.find((other) => !met.has(other) && isSame(error, other))
    if (again === undefined) return error
    for (const other of called) if (isSame(error, other)) met.add(other)
    return { ...error, ...(again.call === undefined ? {} : { call: again.call }) }
  })
  return [...merged, ...called.filter((error) => !met.has(error))].sort(
    (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  )
}

/** A check that was given up because it takes too many steps says nothing about the value. */
export function isProof({ keyword }: SchemaIssue): boolean {
  return keyword !== 'complexity'
}

function describeIssue(tool: ToolRef, issue: SchemaIssue) {
  return {
    tool,
    arg: pointerSteps(issue.pointer)[0] ?? '',
    pointer: issue.pointer,
    keyword: issue.keyword,
    expected: issue.expected,
    got: issue.got,
    text: `${tool}: ${issue.message}`,
  }
}

/** A multi-line literal has its values on later lines than its call. */
function isSame(written: ArgumentError, called: ArgumentError): boolean {
  return (
    written.tool === called.tool &&
    written.pointer === called.pointer &&
    written.keyword === called.keyword &&
    written.got === called.got
  )
}
