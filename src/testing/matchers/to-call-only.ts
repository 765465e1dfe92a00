/** The plan calls these tools and no others. */
import { counted, nearestNames, UsageError } from '../../base/index.js'
import { type CalledReport, type ReportCall, readCalledReport } from './called-report.js'
import { failureMessage } from './failure-message.js'
import type { Matcher } from './matcher.js'
import { placedLines } from './report-lines.js'
import { type ReachOptions, whyNoProof } from './report-reach.js'
import { shownLine, shownValue } from './shown-text.js'
import { checkToolNames, describeToolNames, isNamed, type ToolName } from './tool-names.js'

/** Tools, and options as the last argument. */
export type CallOnlyArguments =
  | readonly [...tools: ToolName[]]
  | readonly [...tools: ToolName[], options: ReachOptions]

/**
 * Passes when every call of the plan, rehearsed or run, is one of these tools. A plan that did not get to its end, or that called
 * nothing, proves neither this nor its opposite.
 */
export const toCallOnly: Matcher<CalledReport, CallOnlyArguments> = {
  read: readCalledReport,
  controls: () => [],
  judge(report, args, { isNot }) {
    const { tools, options } = readArguments(args)
    const others = report.calls.filter(({ tool }) => !isNamed(tool, tools))
    const noProof = others.length > 0 ? undefined : whyNoProof(report, options)
    const pass = noProof === undefined ? others.length === 0 : isNot
    return {
      pass,
      message: () =>
        failureMessage(
          `the plan ${pass ? 'not to call only' : 'to call only'} ${tools.length === 0 ? 'nothing' : describeToolNames(tools)}`,
          noProof?.found ?? (pass ? 'no other call' : `${counted(others.length, 'other call')}`),
          noProof === undefined ? otherLines(others, tools, report) : [noProof.hint],
          {},
        ),
    }
  },
}

function readArguments(args: CallOnlyArguments): { tools: readonly ToolName[]; options: ReachOptions } {
  const last = args.at(-1)
  const options = typeof last === 'object' && !(last instanceof RegExp) ? last : undefined
  const tools = checkToolNames(options === undefined ? args : args.slice(0, -1), 'toCallOnly')
  if (tools.length > 0 || options?.orNothing === true) return { tools, options: options ?? {} }
  throw new UsageError('USAGE', 'Cannot use toCallOnly without a tool: it names what a plan may call', {
    hint: 'for a plan that calls nothing say toCallOnly({ orNothing: true })',
  })
}

/** The calls outside of the list, with the names in it that look like theirs. */
function otherLines(
  others: readonly ReportCall[],
  tools: readonly ToolName[],
  report: CalledReport,
): string[] {
  if (others.length === 0) return [`  Called: ${shownLine(toolsCalled(report), 70)}`]
  const names = tools.filter((tool) => typeof tool === 'string')
  return placedLines(
    others.map((call) => {
      const near = nearestNames(call.tool, names).map((name) => shownValue(name, 40))
      const hint = near.length === 0 ? '' : `; did you mean it by ${near.join(' or ')}?`
      return { ...call, text: `${call.tool} (call ${call.n})${hint}` }
    }),
  )
}

function toolsCalled({ calls }: CalledReport): string {
  return [...new Set(calls.map(({ tool }) => tool))].join(', ') || 'nothing'
}
