/** From two looks at a server to what a first test may say of it. */
import { isSameJson, type JsonValue, printable, shorten } from '../base/index.js'
import type { Tool } from '../protocol/index.js'
import { NO_RECORDING } from '../replay/index.js'
import type { MCPResponse } from '../testing/index.js'
import { claimsOf } from './claims.js'
import type { Look } from './look-at-server.js'
import type { PlannedCall } from './plan-calls.js'
import { isOfMachine, type Surroundings } from './stable-texts.js'
import { type CallTest, contractOf, type FirstTests } from './test-file.js'

export interface SeenTwice
  extends Pick<FirstTests, 'hasTools' | 'contracts' | 'resources' | 'prompts' | 'calls'> {
  /** What was seen and is no test: sentences. */
  readonly notes: readonly string[]
}

/** `isOpen` tells what may be written down: nothing that holds a secret. */
export function seenTwice(
  [first, second]: readonly [Look, Look],
  surroundings: Surroundings,
  isOpen: (value: JsonValue) => boolean,
): SeenTwice {
  const theOtherTime = first.era === second.era ? 'the second time' : `in the ${second.era} era`
  const answers = distinct([...first.answers, ...second.answers].map(({ response }) => response))
  const seen = first.answers.map(({ call, response }): CallTest & { readonly note?: string } => {
    const again = answerTo(call, second)
    if (again === undefined)
      return { call, claims: [], note: `${describeCall(call)} gave no answer ${theOtherTime}` }
    const problem = problemOf(call, response)
    if (problem !== undefined) return { call, claims: [], note: `${describeCall(call)}, ${problem}` }
    const twice = {
      call,
      responses: [response, again] as const,
      outputSchema: outputSchemaOf(call, first, second),
    }
    const claims = claimsOf(twice, { ...surroundings, answers, isOpen })
    if (twice.outputSchema !== undefined && breaksItsPromise(claims))
      return { call, claims, note: `${describeCall(call)} breaks the output schema that it declares` }
    return claims.length > 0
      ? { call, claims }
      : { call, claims, note: `${describeCall(call)} answered otherwise ${theOtherTime}` }
  })
  return {
    hasTools: first.tools.tools.length + second.tools.tools.length > 0,
    contracts: first.tools.tools
      .filter(({ name }) => isOpen(name))
      .flatMap((tool) => contractIn(tool, second)),
    resources: first.resources.filter(
      (uri) => second.resources.includes(uri) && isOpen(uri) && !isOfMachine(uri, surroundings),
    ),
    prompts: first.prompts.filter((name) => second.prompts.includes(name) && isOpen(name)),
    calls: seen.filter(
      ({ call, claims }) =>
        claims.length > 0 && isOpen(call.tool) && isOpen(call.arguments) && isWorthATest(call, claims),
    ),
    notes: [
      ...first.unanswered.map(({ call, reason }) => `${describeCall(call)}: ${reason}`),
      ...seen.flatMap(({ note }) => (note === undefined ? [] : [note])),
    ],
  }
}

/** A success that could not be held to the declared schema. */
function breaksItsPromise(claims: CallTest['claims']): boolean {
  const matchers = claims.map(({ matcher }) => matcher)
  return matchers[0] === 'toSucceed' && !matchers.includes('toMatchOutputSchema')
}

/** Most answers are the same both times. */
function distinct(answers: readonly MCPResponse[]): readonly MCPResponse[] {
  const keyOf = ({ outcome, circumstances: { call } }: MCPResponse) => JSON.stringify([call?.tool, outcome])
  return [...new Map(answers.map((answer) => [keyOf(answer), answer])).values()]
}

/** That a tool says no in the current folder too is nothing new. */
function isWorthATest({ isOfFolder }: PlannedCall, [first]: CallTest['claims']): boolean {
  return isOfFolder !== true || first?.matcher === 'toSucceed'
}

/** What makes an answer no example of how it should be. */
function problemOf({ kind }: PlannedCall, { success, errorCode }: MCPResponse): string | undefined {
  if (errorCode === NO_RECORDING) return 'which was recorded, is not found again'
  if (kind === 'valid')
    return errorCode === -32602 ? 'which its schema takes, was refused for its arguments' : undefined
  if (!success) return undefined
  return kind === 'invalid'
    ? 'which its schema does not take, was accepted'
    : 'which is not listed, was accepted'
}

function answerTo(call: PlannedCall, { answers }: Look): MCPResponse | undefined {
  return answers.find((answer) => answer.call === call)?.response
}

function contractIn(tool: Tool, { tools: { tools } }: Look): SeenTwice['contracts'] {
  const contract = contractOf(tool)
  const again = tools.filter(({ name }) => name === tool.name)
  const isSame = again.length === 1 && isSameJson(asJson(contractOf(again[0] ?? tool)), asJson(contract))
  return isSame ? [{ tool: tool.name, contract }] : []
}

function outputSchemaOf({ tool }: PlannedCall, ...looks: readonly Look[]): JsonValue | undefined {
  const [first, second] = looks.map(
    ({ tools: { tools } }) => tools.find(({ name }) => name === tool)?.outputSchema,
  )
  return isSameJson(first, second) ? first : undefined
}

/** A contract is made of JSON. */
function asJson(value: object): JsonValue {
  return JSON.parse(JSON.stringify(value))
}

function describeCall({ tool, arguments: args }: PlannedCall): string {
  return printable(`${tool} ${shorten(JSON.stringify(args), 120)}`, { oneLine: true })
}
