/** Who answers the calls of a mock, in which order, and what is known of it afterwards. */
import { defined, isJsonObject, type JsonValue, systemClock } from '../../base/index.js'
import {
  type Answerer,
  type CallTool,
  chainAnswerers,
  type Stub,
  type StubAnswerer,
  stubAnswerer,
  unknownAnswerer,
} from '../../call/index.js'
import { schemaAnswerer } from '../../dryrun/index.js'
import { effectsOfTools } from '../../effects/index.js'
import { knownContract, validateAnswerer } from '../../execution/index.js'
import type { Tool } from '../../protocol/index.js'
import { createRedactor, replayAnswerer } from '../../recording/index.js'
import { createRegistry, type ToolRegistry } from '../../registry/index.js'
import { createSchemaCompiler } from '../../schema/index.js'
import { type BoundedLog, createBoundedLog } from '../client/bounded-log.js'
import { checkStubs, stubWarnings } from './check-stubs.js'
import type { MockAnswer, MockCall, MockServerOptions } from './mock-options.js'
import { refuseAnswerer } from './refuse-answerer.js'

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

/** A mock has no tasks: a client that took it at its word would call such a tool in no other way. */
function withoutTasks(tool: Tool): Tool {
  const { execution, ...rest }: Tool & { readonly execution?: JsonValue } = tool
  return isJsonObject(execution) && execution.taskSupport !== 'forbidden' ? rest : tool
}
