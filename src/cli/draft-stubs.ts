/** A file of stubs to begin with: a draft for each place of a plan whose answer nobody gave. */
import { type JsonValue, positionKey } from '../base/index.js'
import type { PlanRead, Report, ReportedCall } from '../dryrun/index.js'

/**
 * YAML, one stub for each place and none for what is answered. All are drafts: what they say is made up, or takes its members from what the
 * plan reads, and answers nothing before somebody vouches for it. `reads`: what the plan reads of each call.
 */
export function draftStubs(report: Report, fileName: string, reads: readonly PlanRead[]): string {
  const places = placesOf(report.calls)
  const head =
    places.length === 0
      ? [`# Every call of ${inComment(fileName)} is answered: there is nothing to stub.`, '[]']
      : [
          `# Answers that nobody gave to ${inComment(fileName)}. What stands here is made up: put in what each tool really says, and`,
          '# remove its line "draft". A draft answers nothing. The first stub that fits a call counts.',
        ]
  const general = new Set<string>()
  const stubs = [...places]
    // One that fits any call of its tool comes after those that fit some.
    .sort((one, other) => Number(hasArguments(other)) - Number(hasArguments(one)))
    .filter((place) => {
      const isFirst = hasArguments(place) || !general.has(place.call.tool)
      if (!hasArguments(place)) general.add(place.call.tool)
      return isFirst
    })
    .map((place) => stubOf(place, reads))
  return `${[...head, ...stubs].join('\n')}\n`
}

interface Place {
  /** The first that was made there. */
  readonly call: ReportedCall
  readonly calls: number
}

function placesOf(calls: readonly ReportedCall[]): readonly Place[] {
  const places = new Map<string, Place>()
  for (const call of calls) {
    if (!call.invented || call.outcome !== 'result') continue
    const key = `${call.tool} ${positionKey({ line: call.line ?? 0, column: call.column ?? 0 })}`
    const there = places.get(key)
    places.set(key, there === undefined ? { call, calls: 1 } : { ...there, calls: there.calls + 1 })
  }
  return [...places.values()]
}

/** Of a place that calls again and again, each call has others; those that may come of a made-up answer are others for real. */
function hasArguments({ call, calls }: Place): boolean {
  const { arguments: args, unknown_at: unknownAt, depends_on_invented: owed } = call
  return (
    calls === 1 &&
    unknownAt.length === 0 &&
    owed.length === 0 &&
    args !== null &&
    Object.keys(args).length > 0
  )
}

function stubOf(place: Place, reads: readonly PlanRead[]): string {
  const { call } = place
  const own = reads.filter((each) => each.call.line === call.line && each.call.column === call.column)
  const result =
    call.source === 'unknown' ? readsAsValue(own.map(({ path }) => withoutLength(path))) : call.value
  const at = call.line === undefined ? '' : ` # line ${call.line}`
  return [
    `- tool: ${JSON.stringify(call.tool)}${at}`,
    ...(hasArguments(place) ? [`  arguments: ${JSON.stringify(call.arguments)}`] : []),
    `  result: ${JSON.stringify(result)}`,
    '  draft: true',
  ].join('\n')
}

/** Lists and texts have it by themselves. */
function withoutLength(path: PlanRead['path']): PlanRead['path'] {
  return path.at(-1) === 'length' ? path.slice(0, -1) : path
}

/** A value that has what is read, each leaf the text that names it; of an answer that nobody reads a text. */
function readsAsValue(paths: readonly (readonly (string | number)[])[]): JsonValue {
  const longer = paths.filter(({ length }) => length > 0)
  if (longer.length === 0) return 'done'
  const keys = [...new Set(longer.map(([key]) => key))]
  const inner = (key: string | number | undefined): JsonValue => {
    const rest = longer.filter(([first]) => first === key).map((path) => path.slice(1))
    return rest.every(({ length }) => length === 0) ? `${String(key)}` : readsAsValue(rest)
  }
  if (keys.every((key) => typeof key === 'number')) return [inner(keys[0])]
  return Object.fromEntries(keys.map((key) => [String(key), inner(key)]))
}

function inComment(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
