/** The structured content has a value at a path. */
import { type JsonValue, moreText, parseJson, UsageError, valueAt } from '../../base/index.js'
import type { MCPResponse } from '../client/mcp-response.js'
import { nameOfAnswer, responseMessage } from './failure-message.js'
import type { MatcherContext, MatcherResult, ResponseMatcher } from './matcher.js'
import { describeOutcome } from './outcome-text.js'
import { readResponse } from './received.js'
import { shownLine, shownValue, textDetail } from './shown-text.js'
import { explainMissing, parsePath } from './structured-path.js'
import { type Difference, valueDifferences } from './value-differences.js'

/**
 * `()`: there is structured content. `(path)`: something stands there. `(path, value)`: exactly this stands there.
 * `(value)`, where it is no string: this is the whole of it. `path` is a JSON Pointer or dotted: see `parsePath`.
 */
export type StructuredArguments =
  | readonly []
  | readonly [path: string]
  | readonly [path: string, value: unknown]
  | readonly [value: object | number | boolean | null]

/**
 * Looks at `structuredContent` alone, of results and of tool errors; text that is JSON is no structured content. Compares with the
 * framework's equality, so that asymmetric matchers work, else as JSON.
 */
export const toHaveStructured: ResponseMatcher<StructuredArguments> = {
  read: readResponse,
  // Not `blanked`: a claim about a number or a member's presence rightly holds where only texts are empty.
  controls: () => ['other-tool', 'empty'],
  judge(response, args, context) {
    const wanted = parseArguments(args)
    if (response.structured === undefined)
      return { pass: false, message: () => absentMessage(response, wanted, context) }
    const actual = valueAt(response.structured, wanted.pointer)
    if (actual === undefined)
      return { pass: false, message: () => missingMessage(response, wanted, response.structured ?? null) }
    return wanted.hasValue
      ? judgeValue(response, wanted, actual, context)
      : { pass: true, message: () => presentMessage(response, wanted, actual) }
  },
}

interface Wanted {
  readonly path: string
  readonly pointer: string
  readonly hasValue: boolean
  readonly value: unknown
}

function parseArguments(args: StructuredArguments): Wanted {
  const [first, second] = args
  if (args.some((each) => each === undefined))
    throw new UsageError('USAGE', 'Cannot use toHaveStructured with undefined, which no answer can hold', {
      hint: 'For a value that must not be there: .not.toHaveStructured(path)',
    })
  if (args.length === 0) return { path: '', pointer: '', hasValue: false, value: undefined }
  if (args.length === 1 && typeof first !== 'string')
    return { path: '', pointer: '', hasValue: true, value: first }
  if (typeof first !== 'string')
    throw new UsageError('USAGE', `Cannot use ${shownValue(first, 40)} as a path: it must be a string`)
  return { path: first, pointer: parsePath(first), hasValue: args.length === 2, value: second }
}

function judgeValue(
  response: MCPResponse,
  wanted: Wanted,
  actual: JsonValue,
  { equals }: MatcherContext,
): MatcherResult {
  const differences = valueDifferences(actual, wanted.value, equals)
  if (differences.length === 0) return { pass: true, message: () => presentMessage(response, wanted, actual) }
  return {
    pass: false,
    message: () => differenceMessage(response, wanted, differences),
  }
}

function differenceMessage(response: MCPResponse, { pointer }: Wanted, all: readonly Difference[]): string {
  const [first = { pointer: '', actual: undefined, expected: undefined }, ...others] = all
  const details = others.slice(0, 5).map(({ pointer: at, actual, expected }) => {
    const place = shownValue(pointer + at, 30)
    return shownLine(
      `  At ${place}: expected ${shownOrNothing(expected, 20)}, found ${shownOrNothing(actual, 20)}`,
    )
  })
  return responseMessage(
    `${placeIn(response, pointer + first.pointer)} to be ${shownOrNothing(first.expected)}`,
    shownOrNothing(first.actual),
    [
      ...details,
      ...(others.length > 5 ? [`  ${moreText(others.length - 5, 'differences')}`] : []),
      ...(pointer + first.pointer === '' ? [] : wholeDetail(response.structured ?? null)),
    ],
    response,
  )
}

function missingMessage(response: MCPResponse, wanted: Wanted, document: JsonValue): string {
  return responseMessage(
    wantedThere(response, wanted),
    'nothing there',
    [...explainMissing(document, wanted.pointer, wanted.path), ...wholeDetail(document)],
    response,
  )
}

function presentMessage(
  response: MCPResponse,
  { pointer, hasValue, value }: Wanted,
  actual: JsonValue,
): string {
  return responseMessage(
    `${placeIn(response, pointer)} not to be ${hasValue ? shownValue(value, 40) : 'there'}`,
    shownValue(actual),
    [],
    response,
  )
}

function absentMessage(response: MCPResponse, wanted: Wanted, context: MatcherContext): string {
  return responseMessage(
    wantedThere(response, wanted),
    response.success ? 'no structured content' : describeOutcome(response),
    response.success ? [...jsonInText(response, wanted, context), ...textDetail(response)] : [],
    response,
  )
}

/** What would have been found in the text, were it structured content. */
function jsonInText(
  response: MCPResponse,
  { pointer, hasValue, value }: Wanted,
  { equals }: MatcherContext,
): string[] {
  const document = parsedText(response)
  if (document === undefined) return []
  const found = valueAt(document, pointer)
  if (found === undefined) return ['  The text is JSON, but has nothing there either']
  const has = hasValue && !equals(found, value) ? `${shownValue(found, 30)} there` : 'it'
  return [
    `  The text is JSON that has ${has}, but the tool sends no structuredContent`,
    '  Hint: return structuredContent beside the text, and declare an outputSchema',
  ]
}

function parsedText({ content = '' }: MCPResponse): JsonValue | undefined {
  try {
    const value = parseJson(content, 'a text block')
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    // Text that is no JSON is what most answers have; it only means that there is nothing to tell.
    return undefined
  }
}

function placeIn(response: MCPResponse, pointer: string): string {
  return `${pointer === '' ? 'the structured content' : shownValue(pointer, 40)} of ${nameOfAnswer(response)}`
}

function wholeDetail(document: JsonValue): string[] {
  return [`  Structured: ${shownValue(document, 66)}`]
}

function wantedThere(response: MCPResponse, { pointer, hasValue, value }: Wanted): string {
  return `${placeIn(response, pointer)} to be ${hasValue ? shownValue(value, 40) : 'there'}`
}

function shownOrNothing(value: unknown, width = 60): string {
  return value === undefined ? 'nothing' : shownValue(value, width)
}
