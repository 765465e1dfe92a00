/** A rehearsal under way: the chain that answers its calls, and what is being written down about them. */
import { type Clock, manualClock } from '../base/index.js'
import {
  type Answerer,
  type CallTool,
  chainAnswerers,
  stubAnswerer,
  type ToolCall,
  toolRef,
  traceAnswerer,
  unknownAnswerer,
} from '../call/index.js'
import { type Effects, mayChangeAnswer } from '../effects/index.js'
import type { ToolRegistry } from '../registry/index.js'
import type { JudgedIssue } from '../schema/index.js'
import { calledArgumentErrors, type FoundError } from './argument-errors.js'
import { doubtsAmong } from './doubts.js'
import { earlierContracts } from './earlier-contracts.js'
import { effectsOf, worldsOf } from './effects-of.js'
import { knownContract } from './known-contract.js'
import { createLedger, type Ledger } from './ledger.js'
import { missingTool } from './missing-tools.js'
import type { RehearsalSettings } from './options.js'
import { policyAnswerer } from './policy-answerer.js'
import type { MissingTool } from './report.js'
import { schemaAnswerer } from './schema-answerer.js'
import { type ValidationListener, validateAnswerer } from './validate-answerer.js'

export interface Stage {
  readonly registry: ToolRegistry
  readonly ledger: Ledger
  /** Virtual milliseconds since the epoch at which the rehearsal starts. */
  readonly nowMs: number
  readonly seed: number
  /** What validation found in the calls that were made. As the two lists below, known once the run is over. */
  readonly argumentErrors: readonly FoundError[]
  readonly missingTools: readonly MissingTool[]
  /** Tools that were called by a name which may owe an invented value, and do not exist. */
  readonly doubtfulTools: readonly MissingTool[]
  /** Calls whose arguments could not be checked by their whole schema, and why. */
  readonly unchecked: readonly UncheckedCall[]
  /** Numbers of the calls that the policy denied. */
  readonly denied: readonly number[]
}

export interface UncheckedCall {
  readonly call: ToolCall
  readonly why: string
}

/** Sets the stage: who answers, in which order, is the list in `rehearsalChain`. */
export async function setStage(registry: ToolRegistry, options: RehearsalSettings): Promise<Stage> {
  const wrongArguments: { readonly call: ToolCall; readonly issues: readonly JudgedIssue[] }[] = []
  const missing: { readonly call: ToolCall; readonly tool: MissingTool }[] = []
  const unchecked: UncheckedCall[] = []
  const denied: number[] = []
  const unavailable = new Set(options.unavailable?.map(({ server }) => server))
  const listener: ValidationListener = {
    isUnavailable: (server) => unavailable.has(server),
    onMissing: (call, lookup) =>
      missing.push({ call, tool: missingTool(toolRef(call), lookup, call.site, registry) }),
    onIssues: (call, issues) => wrongArguments.push({ call, issues }),
    onUnchecked: (call, why) => unchecked.push({ call, why }),
  }
  const { validation = 'lenient' } = options.policy ?? {}
  const owesNothing = ({ n }: ToolCall): boolean => ledger.owedBy(n).length === 0
  const effects = effectsOf(registry, options.policy)
  const chain = await rehearsalChain(registry, options, effects, listener, (call) => denied.push(call.n))
  const rules = { effects, shareWorld: worldsOf(registry) }
  const ledger = createLedger(chain, (made) => doubtsAmong(made, rules))
  return {
    registry,
    ledger,
    nowMs: options.nowMs,
    seed: options.seed,
    get argumentErrors() {
      return wrongArguments.flatMap(({ call, issues }) =>
        calledArgumentErrors(call, issues, { isKnown: owesNothing(call), validation }),
      )
    },
    get missingTools() {
      return missing.flatMap(({ call, tool }) => (owesNothing(call) ? [tool] : []))
    },
    get doubtfulTools() {
      return missing.flatMap(({ call, tool }) => (owesNothing(call) ? [] : [tool]))
    },
    unchecked,
    denied,
  }
}

/** The order of priority: the first that has an answer gives it. Nobody in this list can reach a server. */
async function rehearsalChain(
  registry: ToolRegistry,
  options: RehearsalSettings,
  effects: Effects,
  listener: ValidationListener,
  onDenied: (call: ToolCall) => void,
): Promise<CallTool> {
  const clock = manualClock(options.nowMs)
  return chainAnswerers([
    ...(options.onTrace === undefined ? [] : [traceAnswerer(options.onTrace, clock)]),
    validateAnswerer(registry, listener, options.policy?.validation ?? 'lenient'),
    ...(options.policy === undefined ? [] : [policyAnswerer(options.policy, registry, onDenied)]),
    stubAnswerer(options.stubs ?? []),
    ...(options.answerers ?? []),
    ...(await recordings(registry, options, effects, clock)),
    schemaAnswerer(registry, options.seed),
    unknownAnswerer(),
  ])
}

async function recordings(
  registry: ToolRegistry,
  settings: RehearsalSettings,
  effects: Effects,
  clock: Clock,
): Promise<Answerer[]> {
  const { store, redactor, policy, principal = anonymous, freshness = {}, ignoredArguments } = settings
  if (store === undefined) return []
  const { replayAnswerer } = await import('../recording/index.js')
  return [
    replayAnswerer({
      store,
      redactor,
      contract: knownContract(registry, policy),
      earlier: earlierContracts(store, registry),
      principal,
      freshness: { whenStale: 'serve', ...freshness, clock },
      isElsewhere: (changed, read) =>
        !mayChangeAnswer(effects.footprintOf(changed), effects.footprintOf(read)),
      ...(ignoredArguments === undefined ? {} : { ignored: ignoredArguments }),
    }),
  ]
}

function anonymous(): string {
  return 'anonymous'
}
