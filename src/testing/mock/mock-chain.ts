/** Who answers the calls of a mock, in which order, and what is known of it afterwards. */
import {
  defined,
  didYouMean,
  isJsonObject,
  type JsonValue,
  systemClock,
  UsageError,
} from '../../base/index.js'
import {
  type Answer,
  type Answerer,
  type CallTool,
  chainAnswerers,
  parseToolRef,
  type Stub,
  type StubAnswerer,
  stubAnswerer,
  toolRef,
  unknownAnswerer,
} from '../../call/index.js'
import { schemaAnswerer } from '../../dryrun/index.js'
import { effectsOfTools } from '../../effects/index.js'
import { knownContract, validateAnswerer } from '../../execution/index.js'
import { RPC_CODES, type Tool } from '../../protocol/index.js'
import { createRedactor, replayAnswerer } from '../../recording/index.js'
import { createRegistry, type RegisteredTool, type ToolRegistry } from '../../registry/index.js'
import { createSchemaCompiler } from '../../schema/index.js'
import { type BoundedLog, createBoundedLog } from '../client/bounded-log.js'
import type { MockAnswer, MockCall, MockServerOptions } from './mock-options.js'

/** Holds stubs against the tools that they stand for. @throws UsageError STUBS_INVALID for a stub that no call can meet */
function checkStubs(stubs: readonly Stub[], server: string, registry: ToolRegistry): void {
  for (const { tool } of stubs) {
    const ref = parseToolRef(tool) ?? { server: '', tool: '' }
    const lookup = registry.find(ref.server, ref.tool)
    if (lookup.kind === 'found') continue
    const hint = didYouMean(lookup.didYouMean)
    const found =
      lookup.what === 'server'
        ? `this is a mock of "${server}"`
        : `"${server}" lists no tool ${JSON.stringify(ref.tool)}`
    throw new UsageError('STUBS_INVALID', `Cannot use a stub of ${JSON.stringify(tool)}: ${found}`, {
      ...defined({ hint }),
    })
  }
}

/** Answers that break the output schema: clients may refuse them, as they would those of a server. */
function stubWarnings(stubs: readonly Stub[], registry: ToolRegistry): string[] {
  return stubs.flatMap((stub) => {
    const { server, tool } = parseToolRef(stub.tool) ?? { server: '', tool: '' }
    const lookup = registry.find(server, tool)
    const output = lookup.kind === 'found' ? lookup.tool.output : undefined
    if (output?.kind !== 'compiled') return []
    return [stub, ...(stub.following ?? [])].flatMap(({ outcome }) => {
      if (outcome.kind !== 'result') return []
      const [issue] = outcome.structured === undefined ? [NO_VALUE] : output.schema.check(outcome.structured)
      return issue === undefined || ('keyword' in issue && issue.keyword === 'complexity')
        ? []
        : [`A stub of "${stub.tool}" breaks the tool's output schema: ${issue.message}`]
    })
  })
}

const NO_VALUE = { message: 'it has no structured content' }

export interface MockChain {
  /** As they are listed. */
  readonly tools: readonly Tool[]
  readonly chain: CallTool
  readonly calls: readonly MockCall[]
  readonly unusedStubs: readonly Stub[]
  readonly warnings: readonly string[]
  use(...stubs: readonly Stub[]): void
  reset(): void
}

export function createMockChain(options: MockServerOptions & { readonly server: string }): MockChain {
  const { server, clock = systemClock, stubs = [], onCall } = options
  const registry = createRegistry([{ ...options, server }], createSchemaCompiler())
  checkStubs(stubs, server, registry)
  let calls = createCallLog()
  let warnings = stubWarnings(stubs, registry)
  let stubbing: readonly StubAnswerer[] = [stubAnswerer(stubs, clock)]

  const listen: Answerer = {
    name: 'listen',
    async answer(call, next) {
      const { n, tool, arguments: args } = call
      const come: CallUnderWay = { n, tool, ...defined({ arguments: args }) }
      calls.add(come)
      const answer = await next(call)
      const { source, passedOver, note = passedOver } = answer.provenance
      come.answer = { outcome: answer.outcome, source, ...defined({ note }) }
      onCall?.(come)
      return answer
    },
  }
  const askStubs: Answerer = {
    name: 'stub',
    answer(call, next) {
      const ask = stubbing.reduceRight<CallTool>((then, each) => (asked) => each.answer(asked, then), next)
      return ask(call)
    },
  }

  return {
    tools: registry.tools.map(({ definition }) => withoutTasks(definition)),
    chain: chainAnswerers([listen, ...mockChain(registry, askStubs, options)]),
    get calls() {
      return calls.entries
    },
    get unusedStubs() {
      return stubbing.flatMap(({ unused }) => unused)
    },
    get warnings() {
      return warnings
    },
    use(...more) {
      checkStubs(more, server, registry)
      warnings = [...warnings, ...stubWarnings(more, registry)]
      stubbing = [stubAnswerer(more, clock), ...stubbing]
    },
    reset() {
      calls = createCallLog()
      warnings = stubWarnings(stubs, registry)
      stubbing = [stubAnswerer(stubs, clock)]
    },
  }
}

interface CallUnderWay extends Omit<MockCall, 'answer'> {
  answer?: MockAnswer
}

/** A mock may serve for weeks. */
function createCallLog(): BoundedLog<MockCall> {
  return createBoundedLog({
    maxEntries: 10_000,
    maxSize: 64 * 1024 * 1024,
    sizeOf: ({ arguments: args = {} }) => JSON.stringify(args).length,
  })
}

/** The order of priority: the first that has an answer gives it. Nobody in this list can reach a server. */
function mockChain(registry: ToolRegistry, stubs: Answerer, options: MockServerOptions): Answerer[] {
  const { answerers = [], validate = true, seed = 1, unknown = 'error' } = options
  return [
    ...(validate ? [validateAnswerer(registry, NOBODY, 'strict')] : []),
    stubs,
    ...answerers,
    ...recordings(registry, options),
    schemaAnswerer(registry, seed),
    unknown === 'empty' ? unknownAnswerer() : refuseAnswerer(registry),
  ]
}

const NOBODY = {
  isUnavailable: () => false,
  onMissing: () => undefined,
  onIssues: () => undefined,
  onUnchecked: () => undefined,
}

function recordings(registry: ToolRegistry, options: MockServerOptions): Answerer[] {
  const { store, secrets = [], principal = () => 'anonymous', servesWrites = false } = options
  const { freshness = {}, ignoredArguments, redaction, clock = systemClock } = options
  if (store === undefined) return []
  return [
    replayAnswerer({
      store,
      redactor: createRedactor({ secrets, salt: store.salt, ...(redaction && { rules: redaction }) }),
      principal,
      contract: knownContract(registry, effectsOfTools(registry, {})),
      freshness: { whenStale: 'skip', ...freshness, clock },
      ...defined({ ignored: ignoredArguments }),
      ...(servesWrites ? { served: EVERY_EFFECT } : {}),
    }),
  ]
}

const EVERY_EFFECT = new Set(['read', 'write', 'destructive', 'external', 'unknown'] as const)

/** The end of a mock's chain: an error that says why nobody answered, and what would help. */
function refuseAnswerer(registry: ToolRegistry): Answerer {
  return {
    name: 'refuse',
    answer(call) {
      const lookup = registry.find(call.server, call.tool)
      if (lookup.kind === 'missing')
        return refusedCall(RPC_CODES.INVALID_PARAMS, `Unknown tool: ${call.tool}`)
      const why = whyNoValue(lookup.tool)
      const text = `no stub and no recording has this call, and ${why}. This server is a mock: add a stub`
      return refusedCall(RPC_CODES.INTERNAL_ERROR, `Cannot answer "${toolRef(call)}": ${text}`, why)
    },
  }
}

function refusedCall(code: number, message: string, note = 'there is no such tool'): Promise<Answer> {
  return Promise.resolve({
    outcome: { kind: 'rpc-error', code, message },
    provenance: { source: 'unknown', note },
  })
}

function whyNoValue({ output }: RegisteredTool): string {
  if (output === undefined) return 'the tool declares no output schema'
  return output.kind === 'refused'
    ? `its output schema cannot be used: ${output.problem.message}`
    : 'no value of its output schema could be found'
}

/** A mock has no tasks: a client that took it at its word would call such a tool in no other way. */
function withoutTasks(tool: Tool): Tool {
  const { execution, ...rest }: Tool & { readonly execution?: JsonValue } = tool
  return isJsonObject(execution) && execution.taskSupport !== 'forbidden' ? rest : tool
}
