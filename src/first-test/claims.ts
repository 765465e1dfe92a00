/** What a test may expect of an answer: what held both times, and does not hold for answers that say nothing. */
import { isJsonObject, isSameJson, isWrittenAlike, type JsonValue, toPointer } from '../base/index.js'
import { createMatchers, createVacuityLog, type Matchers, MCPResponse, normalised } from '../testing/index.js'
import type { PlannedCall } from './plan-calls.js'
import { CodeText, type SourceValue } from './source-text.js'
import { isOfMachine, isStable, isWords, type Surroundings, stableTexts } from './stable-texts.js'

/** One assertion on an answer, as it stands in a test. */
export interface Claim {
  /** `response`, or an expression of it. */
  readonly of: 'response' | 'normalised(response)'
  readonly matcher: string
  readonly args: readonly SourceValue[]
}

/** Both answers to one call. */
export interface AnsweredTwice {
  readonly call: PlannedCall
  readonly responses: readonly [MCPResponse, MCPResponse]
  /** What the tool promises, where it promised it both times. */
  readonly outputSchema: JsonValue | undefined
}

export interface ClaimSurroundings extends Surroundings {
  /** Answers of all calls: a claim must not hold for those of other tools. */
  readonly answers: readonly MCPResponse[]
  /** What may be written down: nothing that holds a secret. */
  readonly isOpen: (value: JsonValue) => boolean
}

/** Empty where the answers have nothing in common. The first claim says which kind of answer it is. */
export function claimsOf(twice: AnsweredTwice, surroundings: ClaimSurroundings): readonly Claim[] {
  const [first, second] = twice.responses
  if (first.outcome.kind !== second.outcome.kind) return []
  const check = checkerOf(twice, surroundings)
  if (twice.call.kind === 'unknown-tool') return firstOf([UNKNOWN_TOOL, FAILS], check)
  if (twice.call.kind === 'invalid') return firstOf([REJECTS, FAILS], check)
  switch (first.outcome.kind) {
    case 'result':
      return successClaims(twice, surroundings, check)
    case 'tool-error':
      return firstOf([...textCandidates(first, surroundings).map(toolError), toolError()], check)
    case 'rpc-error':
      return firstOf([rpcError(first.outcome.code)], check)
  }
}

type Check = (candidate: Candidate) => boolean

/** A claim, and the same assertion to be made here and now. */
interface Candidate {
  readonly claim: Claim
  readonly holds: (response: MCPResponse) => boolean
}

const SUCCEEDS = candidate('toSucceed', [], (response) => TELLING.toSucceed(response))
const FAILS = candidate('toFail', [], (response) => TELLING.toFail(response))
const REJECTS = candidate('toRejectArguments', [], (response) => TELLING.toRejectArguments(response))
const UNKNOWN_TOOL = candidate('toBeUnknownTool', [], (response) => TELLING.toBeUnknownTool(response))
const PROGRESSES = candidate('toHaveProgressed', [], (response) => TELLING.toHaveProgressed(response))

function successClaims(
  twice: AnsweredTwice,
  surroundings: ClaimSurroundings,
  check: Check,
): readonly Claim[] {
  const [first, second] = twice.responses
  const success = firstOf([SUCCEEDS], check)
  if (success.length === 0) return []
  const promise = firstOf(twice.outputSchema === undefined ? [] : [outputSchema(twice.outputSchema)], check)
  if (twice.call.isOfFolder === true) {
    const words = textCandidates(first, surroundings).filter(isWords)
    return [...success, ...promise, ...firstOf(words.map(containsText), check)]
  }
  const members = structuredCandidates(first, surroundings).filter(check).slice(0, MAX_MEMBERS)
  const said =
    members.length > 0
      ? members.map(({ claim }) => claim)
      : firstOf([...textCandidates(first, surroundings).map(containsText), ...memberNames(first)], check)
  const blocks = blockTypes(first).filter((type) => blockTypes(second).includes(type))
  const told = [PROGRESSES, ...methodsOf(first).map(notified), ...blocks.map(hasBlock)].filter(check)
  const specific = [...said, ...told.map(({ claim }) => claim)]
  return [
    ...success,
    ...promise,
    ...(specific.length > 0 ? specific : wholeAnswer(first, second, surroundings)),
  ]
}

const MAX_MEMBERS = 3

/** Where nothing in it could be told apart from what other tools say: all of it, but for times and the like. */
function wholeAnswer(
  first: MCPResponse,
  second: MCPResponse,
  surroundings: ClaimSurroundings,
): readonly Claim[] {
  const whole = normalised(first)
  const text = JSON.stringify(whole)
  if (text.length > MAX_WHOLE || isOfMachine(text, surroundings)) return []
  if (!surroundings.isOpen(whole) || !isSameJson(whole, normalised(second))) return []
  return [{ of: 'normalised(response)', matcher: 'toEqual', args: [whole] }]
}

const MAX_WHOLE = 400

/** Whether it holds for both answers, and proves something: beside each single answer of another tool too, where it speaks of a value. */
function checkerOf({ call, responses }: AnsweredTwice, { answers, isOpen }: ClaimSurroundings): Check {
  const [first, second] = responses
  // Answers of another kind are no controls, and one that came twice is judged once: a server may have hundreds of tools.
  const others = answers.filter(
    ({ outcome, circumstances }) =>
      circumstances.call?.tool !== call.tool && outcome.kind === first.outcome.kind,
  )
  const isOneAnswer = isWrittenAlike(first.outcome, second.outcome)
  const own = isOneAnswer ? [first] : responses
  const alone = responses.map((response) => beside(response, []))
  const accompanied = others.flatMap((other) => own.map((response) => beside(response, [other])))
  return ({ claim: { args }, holds }) => {
    const values = args.filter((each) => !(each instanceof CodeText))
    // Values of claims are JSON.
    const isWritable = isOpen(JSON.parse(JSON.stringify(values)))
    const variants = values.length === 0 ? alone : [...alone, ...accompanied]
    return isWritable && variants.every(holds)
  }
}

function beside(
  { outcome, raw, circumstances }: MCPResponse,
  otherAnswers: readonly MCPResponse[],
): MCPResponse {
  return new MCPResponse(outcome, raw, { ...circumstances, otherAnswers })
}

const TELLING = createMatchers({ vacuity: createVacuityLog({ mode: 'error' }) })

function firstOf(candidates: readonly Candidate[], check: Check): readonly Claim[] {
  const found = candidates.find(check)
  return found === undefined ? [] : [found.claim]
}

function candidate(
  matcher: string,
  args: readonly SourceValue[],
  judge: (response: MCPResponse) => ReturnType<Matchers['toSucceed']>,
): Candidate {
  const holds = (response: MCPResponse): boolean => {
    const verdict = judge(response)
    return 'pass' in verdict && verdict.pass
  }
  return { claim: { of: 'response', matcher, args }, holds }
}

function containsText(text: string): Candidate {
  return candidate('toContainText', [text], (response) => TELLING.toContainText(response, text))
}

function toolError(text?: string): Candidate {
  const texts = text === undefined ? [] : [text]
  return candidate('toBeToolError', texts, (response) => TELLING.toBeToolError(response, ...texts))
}

function rpcError(code: number): Candidate {
  return candidate('toBeRpcError', [code], (response) => TELLING.toBeRpcError(response, code))
}

/** In the test the promise is asked for again: it is in the lock that it is written down. */
function outputSchema(schema: JsonValue): Candidate {
  const asked = [new CodeText('await mcp.listTools()')]
  const tool = { name: 'tool', inputSchema: {}, outputSchema: schema }
  return candidate('toMatchOutputSchema', asked, (response) => TELLING.toMatchOutputSchema(response, tool))
}

function hasMember(pointer: string, ...value: readonly PlainValue[]): Candidate {
  const args = [pointer, ...value] as const
  return candidate('toHaveStructured', args, (response) =>
    value[0] === undefined
      ? TELLING.toHaveStructured(response, pointer)
      : TELLING.toHaveStructured(response, pointer, value[0]),
  )
}

type PlainValue = string | number | boolean

function hasBlock(type: BlockType): Candidate {
  return candidate('toHaveBlock', [type], (response) => TELLING.toHaveBlock(response, type))
}

function notified(method: string): Candidate {
  return candidate('toHaveNotified', [method], (response) => TELLING.toHaveNotified(response, method))
}

/** Texts that only this call gives, from the answer's own text; names of members only where the text is all there is. */
function textCandidates(response: MCPResponse, surroundings: Surroundings): readonly string[] {
  const text = response.content ?? response.errorMessage ?? ''
  return stableTexts(text, surroundings, { hasNames: response.structured === undefined })
}

function memberNames({ structured }: MCPResponse): Candidate[] {
  return isJsonObject(structured) ? Object.keys(structured).map((name) => hasMember(toPointer([name]))) : []
}

/** Plain values on the first level of the structured content. */
function structuredCandidates({ structured }: MCPResponse, surroundings: Surroundings): Candidate[] {
  if (!isJsonObject(structured)) return []
  return Object.entries(structured).flatMap(([name, value]) => {
    const isPlain = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string'
    if (!isPlain || (typeof value === 'string' && !isShort(value, surroundings))) return []
    return [hasMember(toPointer([name]), value)]
  })
}

function isShort(text: string, surroundings: Surroundings): boolean {
  return text !== '' && text.length <= 70 && isStable(text, surroundings)
}

type BlockType = MCPResponse['blocks'][number]['type']

function blockTypes({ blocks }: MCPResponse): BlockType[] {
  return [...new Set(blocks.map(({ type }) => type))].filter((type) => type !== 'text')
}

/** Progress has a matcher of its own. */
function methodsOf({ circumstances: { notifications = [] } }: MCPResponse): string[] {
  const methods = notifications.map(({ method }) => method)
  return [...new Set(methods)].filter((method) => method !== 'notifications/progress')
}
