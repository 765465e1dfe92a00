/** What to do next. */
import { counted, escapeCiCommandsInJson, type JsonObject, shellWords } from '../base/index.js'
import type { Report, ReportedCall } from '../dryrun/index.js'
import { policyLine } from '../effects/index.js'
import { FINDING_HELP } from './finding-help.js'
import type { Sentence } from './list-section.js'
import { problemsOf } from './problems.js'
import { safeText } from './safe-text.js'

export interface Advice {
  readonly sentence: Sentence
  /** What does it, to be pasted: a whole command line for a shell, or a line of YAML for a file. */
  readonly paste?: { readonly kind: 'command' | 'yaml'; readonly text: string }
}

export interface AdviceOptions {
  /** The whole command that records an answer, for a shell; the arguments are words of their own. */
  readonly recordCommand?: (tool: ReportedCall['tool'], args: readonly string[]) => string
}

/** The most useful first. Where something is wrong there is some; elsewhere it is empty when there is nothing to do. */
export function adviceFor(report: Report, options: AdviceOptions = {}): Advice[] {
  const unrecorded = report.calls
    .filter(({ source }) => source === 'schema' || source === 'unknown')
    .filter(({ outcome }) => outcome === 'result')
  const changing = new Set(report.side_effects.map(({ tool }) => tool))
  const reads = unrecorded.filter(({ tool }) => !changing.has(tool))
  const writes = [...new Set(unrecorded.map(({ tool }) => tool))].filter((tool) => changing.has(tool))
  return [
    ...mendingAdvice(report),
    ...recordingAdvice(reads, report, options),
    ...unknownEffects(report).map(
      (tool): Advice => ({
        sentence: ['if it only reads, say so in a policy for --policy:'],
        paste: { kind: 'yaml', text: policyLine(tool) },
      }),
    ),
    ...writes.map((tool) =>
      say('say what ', { code: safeText(tool) }, ' answers, with ', { code: '--stubs FILE' }),
    ),
    ...ignorable(report).map(
      (server): Advice => ({
        sentence: ['if that is telemetry, in a file for --settings:'],
        paste: { kind: 'yaml', text: `${server}: { network: ignored }` },
      }),
    ),
    ...(report.approvals_needed.length > 0 ? [approvalAdvice(report.approvals_needed)] : []),
  ].slice(0, 5)
}

function say(...sentence: Sentence): Advice {
  return { sentence }
}

/** What is wrong for certain comes first: by what each kind of finding wants done. */
function mendingAdvice(report: Report): Advice[] {
  const codes = problemsOf(report)
    .filter(({ severity, certain }) => severity === 'error' && certain)
    .map(({ code }) => code)
  const marked = codes.some((code) => code === 'ARGUMENT_INVALID' || code === 'TOOL_MISSING')
  const others = [...new Set(codes)].flatMap((code) => {
    const todo = code === 'ARGUMENT_INVALID' || code === 'TOOL_MISSING' ? undefined : FINDING_HELP[code]?.todo
    // Every second part stands between back quotes.
    return todo === undefined
      ? []
      : [say(...todo.split('`').map((part, i) => (i % 2 ? { code: part } : part)))]
  })
  const errors = report.validation.type_errors.length + report.validation.missing_tools.length
  const advice = [
    ...(marked || errors > 0 ? [say('correct the plan where it is marked, then rehearse again')] : []),
    ...others.slice(0, 2),
  ]
  if (advice.length > 0 || report.verdict !== 'fail') return advice
  return [say('mend what is told above, then rehearse again')]
}

/** One for each tool, by the first call whose arguments are known; only where there is none the others are told. */
function recordingAdvice(
  reads: readonly ReportedCall[],
  report: Report,
  { recordCommand = plainCommand }: AdviceOptions,
): Advice[] {
  const known = reads.filter((call) => isKnown(call, report))
  const tools = [...new Set((known.length > 0 ? known : reads).map(({ tool }) => tool))]
  return tools.map((tool): Advice => {
    const call = known.find((each) => each.tool === tool)
    const args = call === undefined ? undefined : argumentWords(call.arguments ?? {})
    if (args === undefined)
      return say('record a real answer of ', { code: safeText(tool) }, ', and rehearse again')
    return {
      sentence: ['record a real answer:'],
      paste: { kind: 'command', text: recordCommand(tool, args) },
    }
  })
}

/** Whether a real run is known to make it with these arguments: none of them is, or comes of, what nobody said. */
function isKnown(
  { unknown_at: unknown, arguments_from: from = {} }: ReportedCall,
  { calls }: Report,
): boolean {
  const invented = new Set(calls.filter((call) => call.invented).map(({ n }) => n))
  return unknown.length === 0 && !Object.values(from).some(({ call }) => invented.has(call))
}

/** `key=text` and `key:=JSON`, as words for a shell; undefined where that is too long to paste. */
function argumentWords(args: JsonObject): readonly string[] | undefined {
  const isPlain = Object.keys(args).every((key) => /^[\w-]+$/.test(key))
  const words = isPlain
    ? Object.entries(args).map(([key, value]) =>
        typeof value === 'string' && isOneLine(value) ? `${key}=${value}` : `${key}:=${printableJson(value)}`,
      )
    : ['--args', printableJson(args)]
  return words.join(' ').length > MOST_CHARACTERS ? undefined : words
}

const MOST_CHARACTERS = 2000

/** Nothing in it that a terminal would obey or not show, or that a CI system would take for a command. */
function isOneLine(text: string): boolean {
  return safeText(text, Number.POSITIVE_INFINITY) === text
}

function printableJson(value: unknown): string {
  return escapeCiCommandsInJson(JSON.stringify(value))
}

/** Where nobody knows how the plan's servers were named. */
function plainCommand(tool: ReportedCall['tool'], args: readonly string[]): string {
  return shellWords(['understudy', 'call', tool, ...args, '--store'])
}

/** Tools of which nobody says what they do: what stops writes stops them, and nothing recorded after them is certain. */
function unknownEffects({ side_effects }: Report): readonly string[] {
  const tools = side_effects.filter(({ effect }) => effect === 'unknown').map(({ tool }) => safeText(tool))
  return [...new Set(tools)].slice(0, 3)
}

/** Servers whose answers on a copy were no evidence, maybe for their telemetry alone. */
function ignorable({ copies, calls }: Report): readonly string[] {
  const passedOver = calls.filter((call) => call.not_from_copy !== undefined)
  const servers = Object.keys(copies?.network_attempts ?? {}).filter((server) =>
    passedOver.some(({ tool }) => tool.startsWith(`${server}:`)),
  )
  return servers.slice(0, 2).map((server) => safeText(server))
}

function approvalAdvice(approvals: Report['approvals_needed']): Advice {
  const [first, ...others] = approvals
  const more = others.length === 0 ? '' : ` and ${counted(others.length, 'more call', 'more calls')}`
  return say('have a person approve ', { code: safeText(first?.tool ?? '') }, `${more} before the real run`)
}
