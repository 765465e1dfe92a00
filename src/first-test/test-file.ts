/** The text of a first test file: what somebody who knows the test kit would write by hand. */
import { defined, inOneLine, isJsonObject, printable, shellWord } from '../base/index.js'
import { EFFECT_HINTS } from '../call/index.js'
import type { Era, Tool } from '../protocol/index.js'
import type { ToolContract } from '../testing/index.js'
import type { Claim } from './claims.js'
import type { PlannedCall } from './plan-calls.js'
import type { ServerSource } from './server-source.js'
import { call, expression, type SourceValue, sourceString } from './source-text.js'

/** A call, and what is expected of its answer: the first claim says which kind of answer it is. */
export interface CallTest {
  readonly call: PlannedCall
  readonly claims: readonly Claim[]
}

export interface FirstTests {
  readonly server: string
  readonly eras: readonly Era[]
  readonly source: ServerSource
  readonly hasTools: boolean
  readonly contracts: readonly { readonly tool: string; readonly contract: ToolContract }[]
  readonly resources: readonly string[]
  readonly prompts: readonly string[]
  readonly calls: readonly CallTest[]
  /** Tools that are not called. */
  readonly notCalled: readonly string[]
  /** True where a recording stands in for the server. */
  readonly isRecorded: boolean
  /** True where each test has the server in a copy of the machine. */
  readonly isCopied: boolean
}

/** What of a tool's contract is worth reading in a test; the lock holds all of it. */
export function contractOf({ inputSchema, annotations = {} }: Tool): ToolContract {
  const { properties, required } = inputSchema
  const accepts = isJsonObject(properties) ? Object.keys(properties) : []
  const requires = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
  const hints = EFFECT_HINTS.flatMap((name) =>
    typeof annotations[name] === 'boolean' ? [[name, annotations[name]] as const] : [],
  )
  return {
    ...(accepts.length === 0 ? {} : { accepts, requires }),
    ...(hints.length === 0 ? {} : { annotations: Object.fromEntries(hints) }),
  }
}

export function testFile(tests: FirstTests): string {
  const { server, eras, source, calls, isRecorded, isCopied } = tests
  const usesNormalised = calls.some(({ claims }) => claims.some(({ of }) => of !== 'response'))
  const members = Object.entries({
    name: server,
    ...source.members,
    ...(isCopied ? { copy: true } : {}),
  }).map(([name, value]) => `  ${name}: ${expression(value, '  ', name.length + 2, 1)},`)
  // Tests that write must not see what others wrote.
  const scope = isCopied ? {} : { scope: 'file' }
  const options = expression({ eras: [...eras], ...scope, vacuity: 'error' }, '')
  return [
    ...source.imports,
    ...(usesNormalised ? ["import { normalised } from 'mcp-understudy/testing'"] : []),
    "import { describeServer } from 'mcp-understudy/vitest'",
    ...(isRecorded ? RECORDED_START : isCopied ? COPIED_START : LIVE_START),
    '',
    'const server = {',
    ...members,
    '}',
    '',
    `describeServer(server, ${options}, (test) => {`,
    [
      ...contractTest(tests),
      ...listTest('offers resources', 'listResources', 'uri', tests.resources),
      ...listTest('offers prompts', 'listPrompts', 'name', tests.prompts),
      ...calls.map((each) => callTest(each, isRepeated(each, calls))),
      ...notCalledComment(tests.notCalled, isRecorded),
    ].join('\n\n'),
    '})',
    '',
  ].join('\n')
}

const LIVE_START = [
  "import { expect, vi } from 'vitest'",
  '',
  '// The first test waits for the server to start.',
  'vi.setConfig({ testTimeout: 30_000 })',
]

const COPIED_START = [
  "import { expect, vi } from 'vitest'",
  '',
  '// Each test starts the server in a copy of this machine: nothing that it does lasts.',
  'vi.setConfig({ testTimeout: 30_000 })',
]

const RECORDED_START = ["import { expect } from 'vitest'"]

function contractTest({ contracts, hasTools }: FirstTests): string[] {
  const before = ['    const tools = await mcp.listTools()']
  if (contracts.length === 0 && !hasTools)
    return [testBlock('has no tools', before, [statement('expect(tools).toEqual', [[]])])]
  if (contracts.length === 0) return []
  const claims = contracts.map(({ tool, contract }) => {
    const given = contractSource(contract)
    return statement('expect(tools).toListTool', Object.keys(given).length === 0 ? [tool] : [tool, given])
  })
  return [testBlock('keeps the contracts of its tools', before, claims)]
}

function contractSource({ accepts, requires, annotations }: ToolContract): Record<string, SourceValue> {
  return {
    ...defined({ accepts, requires }),
    ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
  }
}

function listTest(title: string, method: string, member: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  return [
    testBlock(
      title,
      [`    const found = (await mcp.${method}()).map(({ ${member} }) => ${member})`],
      names.slice(0, MAX_NAMES).map((name) => statement('expect(found).toContain', [name])),
    ),
  ]
}

const MAX_NAMES = 3

/** More calls of one tool may show the same of it. */
function isRepeated(test: CallTest, tests: readonly CallTest[]): boolean {
  return tests.some((other) => other !== test && titleOf(other) === titleOf(test))
}

function callTest(test: CallTest, isRepeated: boolean): string {
  const { tool, arguments: args } = test.call
  const hasProgress = test.claims.some(({ matcher }) => matcher === 'toHaveProgressed')
  const given = isRepeated ? `: ${inOneLine(JSON.stringify(args), 60)}` : ''
  return testBlock(
    titleOf(test) + given,
    [
      statement('const response = await mcp.callTool', [
        tool,
        args,
        ...(hasProgress ? [{ progress: true }] : []),
      ]),
    ],
    test.claims.map(({ of, matcher, args }) => statement(`expect(${of}).${matcher}`, args)),
  )
}

/** What the call shows of the tool, for its title. */
function titleOf({ call: { kind, tool, told }, claims }: CallTest): string {
  if (kind === 'unknown-tool') return 'refuses a tool that it does not have'
  if (kind === 'invalid') return `${tool} refuses ${told ?? 'what its schema does not take'}`
  return `${tool} ${claims[0]?.matcher === 'toSucceed' ? 'answers' : 'says no'}`
}

function testBlock(title: string, before: readonly string[], claims: readonly string[]): string {
  return [`  test(${sourceString(title)}, async ({ mcp }) => {`, ...before, '', ...claims, '  })'].join('\n')
}

function statement(head: string, args: readonly SourceValue[]): string {
  return `    ${call(head, args, '    ')}`
}

function notCalledComment(tools: readonly string[], isRecorded: boolean): string[] {
  if (tools.length === 0) return []
  const lines = tools.map((tool) => {
    const name = printable(tool, { oneLine: true })
    if (isRecorded) return `  // ${name} is not called: no call of it was recorded`
    // The name is the server's: whoever pastes the command must not run what it says.
    return `  // ${name} is not called: understudy init --force --tool ${shellWord(name)} includes it`
  })
  return [lines.join('\n')]
}
