/** Who answers in a variant: nobody who was asked in the rehearsal is asked again, but for what the user says of tools. */
import { isSameJson, type JsonValue, valueAt } from '../../base/index.js'
import {
  type Answer,
  type Answerer,
  chainAnswerers,
  isGuess,
  type Outcome,
  outcomeValue,
  siteKey,
  type ToolCall,
  toolRef,
  unknownAnswerer,
} from '../../call/index.js'
import type { Effects } from '../../effects/index.js'
import {
  type ExecutionCall,
  policyAnswerer,
  type ValidationListener,
  validateAnswerer,
} from '../../execution/index.js'
import type { Overlay } from '../../overlay/index.js'
import type { ToolRegistry } from '../../registry/index.js'
import type { LedgerEntry } from '../ledger.js'
import type { RehearsalSettings } from '../options.js'
import { replaceAt } from '../places.js'
import type { AnswerShapes } from '../shapes/answer-shape.js'
import { shapedAnswerer } from '../shapes/shaped-answerer.js'
import type { Assignment, CallName, Reply, TracedCall, VariedWorld } from './played.js'

/** What the rehearsal heard. */
export interface Rehearsed {
  readonly entries: ReadonlyMap<CallName, LedgerEntry>
  /** Equal questions with nothing in between that writes have one answer: the name of the first of them. */
  leaderOf(name: CallName): CallName
}

export interface VariantSurroundings {
  readonly registry: ToolRegistry
  readonly effects: Effects
  readonly settings: RehearsalSettings
  /** Of answers that nobody gave. */
  readonly shapes: AnswerShapes
  readonly rehearsed: Rehearsed
  /** With nothing written yet. */
  newOverlay(): Overlay
  /** Hears of calls that were answered with what the rehearsal was told for other arguments. */
  onBorrowed(name: CallName): void
}

export interface VariantStage {
  readonly call: ExecutionCall
  readonly calls: readonly TracedCall[]
  readonly refused: readonly CallName[]
}

export interface VariantOfAnswers {
  readonly assignment: Assignment
  readonly world: VariedWorld
  readonly isFree: boolean
}

export function setVariantStage(to: VariantSurroundings, variant: VariantOfAnswers): VariantStage {
  const { registry, effects, settings, shapes, rehearsed } = to
  const overlay = to.newOverlay()
  const calls: TracedCall[] = []
  const refused: CallName[] = []
  const names = new Map<number, CallName>()
  const nameNext = createNames()
  const listener: ValidationListener = {
    isUnavailable: (server) => settings.unavailable?.some((each) => each.server === server) === true,
    onMissing: ({ n }) => void refused.push(names.get(n) ?? ''),
    onIssues: ({ n }) => void refused.push(names.get(n) ?? ''),
    onUnchecked: () => undefined,
  }
  const chain = chainAnswerers([
    overlay.arrival,
    validateAnswerer(registry, listener, settings.policy?.validation ?? 'lenient'),
    ...(settings.policy === undefined ? [] : [policyAnswerer(settings.policy, effects, () => undefined)]),
    overlay.observer,
    assignedAnswerer(to, variant, names),
    settings.askStubs(),
    overlay.answerer,
    rehearsedAnswerer(to, variant, names),
    ...(variant.isFree ? [shapedAnswerer(shapes, settings.seed), unknownAnswerer()] : []),
  ])
  return {
    calls,
    refused,
    async call(call) {
      const name = nameNext(call)
      names.set(call.n, name)
      calls.push({
        ...{ name, tool: toolRef(call), arguments: call.arguments ?? {}, unknownAt: call.unknownAt ?? [] },
        line: call.site?.line,
      })
      if (!variant.isFree && !rehearsed.entries.has(name))
        return { kind: 'refused', why: `the rehearsal made no such call: ${name}` }
      const answer = await chain(call)
      if (isLeftOver(answer, rehearsed.entries.get(nameIn(rehearsed, variant.world, call, names))))
        return { kind: 'refused', why: `what it reads hangs on what was written: ${name}` }
      const { callMs = durationIn(variant.world, call) } = variant.world
      return callMs === undefined
        ? answer
        : { ...answer, durations: { p50: callMs, p90: callMs, samples: 0 } }
    },
  }
}

/** Milliseconds; undefined for as long as it took in the rehearsal. */
function durationIn({ order }: VariedWorld, { n }: ToolCall): number | undefined {
  if (order === undefined) return undefined
  return order === 'first' ? n * MOST_APART_MS : MOST_APART_MS / n
}

const MOST_APART_MS = 8_000

/** Names calls in the order in which they are made: by their place, and how many came from there before. */
export function createNames(): (call: ToolCall) => CallName {
  const counts = new Map<string, number>()
  return (call) => {
    const place = siteKey(call)
    const before = counts.get(place) ?? 0
    counts.set(place, before + 1)
    return `${place}#${before}`
  }
}

/** Gives another value for what is said behind it: stubs count how often they are asked. */
function assignedAnswerer(
  { rehearsed }: VariantSurroundings,
  { assignment, world }: VariantOfAnswers,
  names: ReadonlyMap<number, CallName>,
): Answerer {
  return {
    name: 'assigned',
    async answer(call, next) {
      const answer = await next(call)
      const name = nameIn(rehearsed, world, call, names)
      const entry = rehearsed.entries.get(name)
      const own = assignment.get(name)
      const reply = own ?? assignment.get(rehearsed.leaderOf(name))
      const isFailureOfLeader = reply?.kind === 'failure' && reply !== own
      if (entry === undefined || reply === undefined || isFailureOfLeader) return answer
      if (reply.kind !== 'value' || answer.provenance.source !== 'overlay')
        return answerOf(reply, entry.answer)
      return assignedOver(answer, reply, entry.answer) ?? entry.answer
    },
  }
}

/** Where calls come in another order, the one that asked the same has the answer. */
function nameIn(
  rehearsed: Rehearsed,
  { order }: VariedWorld,
  call: ToolCall,
  names: ReadonlyMap<number, CallName>,
): CallName {
  return (order && sameCall(rehearsed, call)) ?? names.get(call.n) ?? ''
}

function rehearsedAnswerer(
  { rehearsed, onBorrowed }: VariantSurroundings,
  { assignment, world, isFree }: VariantOfAnswers,
  names: ReadonlyMap<number, CallName>,
): Answerer {
  return {
    name: 'variant',
    answer(call, next) {
      const name = nameIn(rehearsed, world, call, names)
      const entry = rehearsed.entries.get(name)
      if (entry === undefined) return next(call)
      const isAssigned = assignment.has(name) || assignment.has(rehearsed.leaderOf(name))
      // Where something fails, what was written is another thing.
      if (isFree && entry.answer.provenance.source === 'overlay') return next(call)
      const isSameQuestion = isSameJson(call.arguments, entry.call.arguments)
      if (!isAssigned && !isSameQuestion && !isGuess(entry.answer.provenance)) onBorrowed(name)
      return Promise.resolve(entry.answer)
    },
  }
}

/** Undefined where it cannot be told what the reply would be in this variant. */
function assignedOver(
  answer: Answer,
  { value, orElse }: Extract<Reply, { kind: 'value' }>,
  rehearsed: Answer,
): Answer | undefined {
  const { outcome, provenance } = answer
  if (outcome.kind !== 'result') return undefined
  const own = outcomeValue(outcome)
  const wasHeard = rehearsed.outcome.kind === 'result' && isSameJson(outcomeValue(rehearsed.outcome), own)
  if (wasHeard) return withValue(answer, value)
  if (orElse !== undefined) {
    const other = answer.orElse?.[orElse]
    return other && { ...answer, outcome: other }
  }
  if (answer.isPossible !== undefined) return undefined
  const laid = (provenance.inventedAt ?? []).reduce<JsonValue>(
    (each, pointer) => replaceAt(each, pointer, valueAt(value, pointer)),
    own,
  )
  return withValue(answer, laid)
}

function withValue(answer: Answer, value: JsonValue): Answer {
  return { ...answer, outcome: { kind: 'result', content: textOf(value), structured: value } }
}

/** What the rehearsal heard of an overlay is not what a variant hears that wrote something else. */
function isLeftOver(answer: Answer, entry: LedgerEntry | undefined): boolean {
  return answer === entry?.answer && answer.provenance.source === 'overlay'
}

function sameCall({ entries }: Rehearsed, { arguments: args, ...call }: ToolCall): CallName | undefined {
  return [...entries].find(
    ([, each]) => toolRef(each.call) === toolRef(call) && isSameJson(each.call.arguments, args),
  )?.[0]
}

function answerOf(reply: Reply, as: Answer): Answer {
  const { unknown: _, ...rest } = as
  switch (reply.kind) {
    case 'value':
      return { ...rest, outcome: { kind: 'result', content: textOf(reply.value), structured: reply.value } }
    case 'unknown':
      return { ...as, unknown: true }
    default:
      return { ...rest, outcome: FAILURES[reply.of], provenance: { source: 'unknown' } }
  }
}

const FAILURES: Readonly<Record<'tool' | 'protocol', Outcome>> = {
  tool: { kind: 'tool-error', content: [{ type: 'text', text: 'The call failed' }] },
  protocol: { kind: 'rpc-error', code: -32_099, message: 'It went wrong there' },
}

function textOf(value: JsonValue): [{ readonly type: 'text'; readonly text: string }] {
  return [{ type: 'text', text: JSON.stringify(value) }]
}
