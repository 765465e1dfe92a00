/** A list of tools has one of a name, with a contract. */
import { counted, isJsonObject, type JsonObject, type JsonValue, nearestNames } from '../../base/index.js'
import type { Tool, ToolAnnotations } from '../../protocol/index.js'
import { describeClaim, holdsFor, parsePatterns } from './content-claim.js'
import { failureMessage } from './failure-message.js'
import type { Matcher, MatcherContext } from './matcher.js'
import { cannotUse } from './received.js'
import { meantLines, shownLine, shownValue } from './shown-text.js'
import { valueDifferences } from './value-differences.js'

/** What of a tool a test holds the server to; what is left out may be anything. */
export interface ToolContract {
  readonly title?: string
  /** Stands in the description, as a pattern of `toContainText`. */
  readonly description?: string | RegExp
  /** Arguments that must be among the properties of the input schema. */
  readonly accepts?: readonly string[]
  /** Arguments that must be the required ones: these, no more and no fewer, in any order. */
  readonly requires?: readonly string[]
  /** The whole schema as JSON; asymmetric matchers of the framework may stand for parts. */
  readonly inputSchema?: unknown
  readonly outputSchema?: unknown
  /** Each of these, with the protocol's default where the server says nothing. */
  readonly annotations?: ToolAnnotations
}

/** Takes what `listTools` resolves with. */
export const toListTool: Matcher<readonly Tool[], [name: string, contract?: ToolContract]> = {
  read: readTools,
  controls: () => [],
  judge(tools, [name, contract = {}], context) {
    const tool = tools.find((each) => each.name === name)
    const breaches = tool === undefined ? [] : breachesOf(tool, contract, context)
    const pass = tool !== undefined && breaches.length === 0
    return {
      pass,
      message: () =>
        tool === undefined
          ? missingMessage(name, tools)
          : failureMessage(
              `the tool ${shownValue(name, 40)} ${pass ? 'not to be listed' : 'to keep its contract'}`,
              pass ? 'it in the list' : counted(breaches.length, 'breach', 'breaches'),
              breaches.map((breach) => shownLine(`  ${breach}`)),
              {},
            ),
    }
  },
}

function readTools(received: unknown, matcher: string): readonly Tool[] {
  if (Array.isArray(received) && received.every(isTool)) return received
  throw cannotUse(matcher, received, 'the list that listTools resolves with')
}

function isTool(value: unknown): value is Tool {
  return isJsonObject(value) && typeof value.name === 'string' && isJsonObject(value.inputSchema)
}

function missingMessage(name: string, tools: readonly Tool[]): string {
  const names = tools.map((tool) => tool.name)
  const nearest = nearestNames(name, names)
  return failureMessage(
    `the server to list the tool ${shownValue(name, 40)}`,
    tools.length === 0 ? 'no tools' : tools.length === 1 ? 'one other' : `${tools.length} others`,
    [
      ...meantLines(nearest.map((each) => shownValue(each, 40))),
      ...(names.length === 0 ? [] : [`  Listed: ${shownLine(names.join(', '), 70)}`]),
    ].map((line) => shownLine(line)),
    {},
  )
}

function breachesOf(tool: Tool, contract: ToolContract, context: MatcherContext): string[] {
  return [
    ...(contract.title === undefined ? [] : differs('title', tool.title, contract.title, context)),
    ...(contract.description === undefined ? [] : lacksText(tool.description ?? '', contract.description)),
    ...notAccepted(tool.inputSchema, contract.accepts ?? []),
    ...(contract.requires === undefined ? [] : otherRequired(tool.inputSchema, contract.requires)),
    ...(contract.inputSchema === undefined
      ? []
      : differs('inputSchema', tool.inputSchema, contract.inputSchema, context)),
    ...(contract.outputSchema === undefined
      ? []
      : differs('outputSchema', tool.outputSchema, contract.outputSchema, context)),
    ...otherAnnotations(tool.annotations ?? {}, contract.annotations ?? {}),
  ]
}

function differs(what: string, actual: unknown, expected: unknown, { equals }: MatcherContext): string[] {
  return valueDifferences(actual, expected, equals)
    .slice(0, 5)
    .map(
      (each) => `${what}${each.pointer}: expected ${told(each.expected, 26)}, found ${told(each.actual, 26)}`,
    )
}

function lacksText(description: string, pattern: string | RegExp): string[] {
  const claim = parsePatterns([pattern], false, 'toListTool')
  return holdsFor(description, claim)
    ? []
    : [`description: expected ${describeClaim(claim)} in it, found ${told(description, 30)}`]
}

function notAccepted({ properties }: JsonObject, wanted: readonly string[]): string[] {
  const known = isJsonObject(properties) ? Object.keys(properties) : []
  return wanted
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        `argument ${told(name, 30)}: not accepted; ${known.length === 0 ? 'there are none' : `it has ${known.join(', ')}`}`,
    )
}

function otherRequired({ required }: JsonObject, wanted: readonly string[]): string[] {
  const actual: readonly JsonValue[] = Array.isArray(required) ? required : []
  return [
    ...wanted
      .filter((name) => !actual.includes(name))
      .map((name) => `argument ${told(name, 30)}: not required`),
    ...actual
      .filter((name) => typeof name === 'string' && !wanted.includes(name))
      .map((name) => `argument ${told(name, 30)}: required, though the contract does not say so`),
  ]
}

/** The defaults of the protocol (schema.ts, ToolAnnotations). */
const DEFAULTS: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
}

function otherAnnotations(actual: ToolAnnotations, wanted: ToolAnnotations): string[] {
  const said = new Map<string, unknown>(Object.entries(actual))
  const implied = new Map<string, unknown>(Object.entries(DEFAULTS))
  return Object.entries(wanted).flatMap(([name, value]) => {
    const found = said.get(name) ?? implied.get(name)
    if (found === value) return []
    const silence = said.has(name) ? told(found, 20) : `nothing, which means ${told(found, 20)}`
    return [`annotations/${name}: expected ${told(value, 20)}, found ${silence}`]
  })
}

function told(value: unknown, width: number): string {
  return value === undefined ? 'nothing' : shownValue(value, width)
}
