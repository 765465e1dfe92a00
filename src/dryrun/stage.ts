/** A rehearsal under way: the chain that answers its calls, and what is being written down about them. */

import { type Clock, manualClock } from '../base/index.js'
import {
  type Answerer,
  type CallTool,
  chainAnswerers,
  type ToolCall,
  toolRef,
  traceAnswerer,
  unknownAnswerer,
} from '../call/index.js'
import { type Effects, effectsOfTools, mayChangeAnswer } from '../effects/index.js'
import {
  isDenied,
  knownContract,
  mustAsk,
  policyAnswerer,
  type ValidationListener,
  validateAnswerer,
} from '../execution/index.js'
import { modelSource, type Overlay } from '../overlay/index.js'
import { calledArgumentErrors, type FoundError, type MissingTool, missingTool } from '../plan/index.js'
import type { ToolRegistry } from '../registry/index.js'
import type { JudgedIssue } from '../schema/index.js'
import { type ContactedCall, type ContactLink, contactLink } from './contact-answerer.js'
import { type CopyLink, type CopyLinkOptions, type CopyLog, copyLink } from './copy-answerer.js'
import { doubtsAmong } from './doubts.js'
import { earlierContracts } from './earlier-contracts.js'
import { lateDoubts, withoutLate } from './late-changes.js'
import { createLedger, type Ledger } from './ledger.js'
import type { RehearsalSettings } from './options.js'
import { knownTools, overlaySource } from './overlays.js'
import { type AnswerShapes, answerShapes } from './shapes/answer-shape.js'
import { lastPageAnswerer } from './shapes/last-page.js'
import { NO_TEXT, type PlanText } from './shapes/plan-text.js'
import { shapedAnswerer } from './shapes/shaped-answerer.js'
import { worldsOf } from './worlds.js'

export interface Stage {
  readonly registry: ToolRegistry
  /** Who is asked what a call does. */
  readonly effects: Effects
  readonly ledger: Ledger
  /** Of answers that nobody gave. */
  readonly shapes: AnswerShapes
  /** Whether a call is known to write: it is said to, or was seen to. */
  writes(call: ToolCall): boolean
  /** What calls changed, by their numbers, where that was seen of each alone: paths. Of the others stands what changed beside them, too. */
  tellApart(paths: ReadonlyMap<number, readonly string[]>): void
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
  /** Makes one for another run of the plan, with nothing written yet. */
  newOverlay(): Overlay
  /** What was seen of the servers in a copy; absent where none is copied. */
  readonly copyLog?: CopyLog | undefined
  /** Calls that servers were asked for real. */
  readonly contacted: readonly ContactedCall[]
  /** From this call on, by its number, wrong arguments are not certain: luck has led to them. */
  doubtFrom(n: number): void
  /** Call it once the run is over, and before anything is told of it. */
  end(): Promise<void>
}

export interface UncheckedCall {
  readonly call: ToolCall
  readonly why: string
}

/** Sets the stage: who answers, in which order, is the list in `rehearsalChain`. */
export async function setStage(
  registry: ToolRegistry,
  options: RehearsalSettings,
  text: PlanText = NO_TEXT,
): Promise<Stage> {
  const wrongArguments: { readonly call: ToolCall; readonly issues: readonly JudgedIssue[] }[] = []
  const missing: { readonly call: ToolCall; readonly tool: MissingTool }[] = []
  const unchecked: UncheckedCall[] = []
  /** Numbers of calls that go on although their arguments break the schema. */
  const forgiven = new Set<number>()
  const denied: number[] = []
  const unavailable = new Set(options.unavailable?.map(({ server }) => server))
  const listener: ValidationListener = {
    isUnavailable: (server) => unavailable.has(server),
    onMissing: (call, lookup) =>
      missing.push({ call, tool: missingTool(toolRef(call), lookup, call.site, registry) }),
    onIssues(call, issues, isMade) {
      wrongArguments.push({ call, issues })
      if (isMade) forgiven.add(call.n)
    },
    onUnchecked: (call, why) => unchecked.push({ call, why }),
  }
  const { validation = 'lenient' } = options.policy ?? {}
  const owesNothing = ({ n }: ToolCall): boolean => ledger.owedBy(n).length === 0
  const known = knownTools(registry, options.effects)
  const effects = effectsOfTools(registry, {
    ...options,
    effects: [...(options.effects ?? []), modelSource(known)],
  })
  const shapes = answerShapes(registry, options.learned)
  const world = { registry, effects, shapes, options }
  const copies = copiesOf(world)
  const contacts = contactsOf(world, ({ n }) => ledger.doubtSoFar(n))
  // Whether a recording is stale is for the user to say, and for servers: a model takes for granted that no path is a link.
  const recorded = await recordings(
    { ...world, effects: effectsOfTools(registry, options) },
    manualClock(options.nowMs),
  )
  const overlays = overlaySource(known, [...(contacts === undefined ? [] : [contacts.before]), ...recorded])
  const overlay = overlays.create()
  const readers = [...(contacts === undefined ? [] : [contacts.reads]), ...recorded]
  const chain = rehearsalChain(world, {
    ...{ listener, onDenied: (call) => denied.push(call.n), copies, contacts, overlay, readers, text },
  })
  let alone: ReadonlyMap<number, readonly string[]> = new Map()
  let doubtfulFrom = Number.POSITIVE_INFINITY
  let copyLog = copies?.log
  const changedBy = (n: number): readonly string[] =>
    alone.get(n) ?? (copyLog?.answers.get(n)?.changes ?? []).map(({ path }) => path)
  const rules = { effects, shareWorld: worldsOf(registry), changedBy }
  const ledger = createLedger(chain, {
    findDoubts: (made) => doubtsAmong(made, rules),
    ...(copies === undefined
      ? {}
      : { findLateDoubts: (made, waitedMs) => lateDoubts(made, copies.log, { ...rules, waitedMs }) }),
    mayBeRefused: (n) => forgiven.has(n),
    isLaid: overlay.knows,
  })
  return {
    registry,
    effects,
    ledger,
    shapes,
    writes(call) {
      const { effect } = effects.claimOf(call)
      return (effect !== 'read' && effect !== 'unknown') || changedBy(call.n).length > 0
    },
    tellApart(paths) {
      alone = paths
      ledger.settleAnew()
    },
    doubtFrom(n) {
      doubtfulFrom = n
    },
    nowMs: options.nowMs,
    seed: options.seed,
    newOverlay: overlays.create,
    get argumentErrors() {
      return wrongArguments.flatMap(({ call, issues }) =>
        calledArgumentErrors(call, issues, {
          isKnown: owesNothing(call) && call.n < doubtfulFrom,
          validation,
        }),
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
    contacted: contacts?.made ?? [],
    get copyLog() {
      return copyLog
    },
    async end() {
      await copies?.end()
      // What changed since the last answer is known only now.
      if (copies !== undefined) copyLog = withoutLate(ledger.entries(), copies.log, effects)
      ledger.settleAnew()
      contacts?.end()
      await options.contactable?.end()
    },
  }
}

function copiesOf({ effects, options, ...world }: RehearsalWorld): CopyLink | undefined {
  const { copied } = options
  return copied && copyLink(copied, { effects, durationsOf: durationsIn({ ...world, effects, options }) })
}

function contactsOf(
  world: RehearsalWorld,
  doubtSoFar: (call: ToolCall) => string | undefined,
): ContactLink | undefined {
  const { effects, options } = world
  const { contactable, policy } = options
  if (contactable === undefined) return undefined
  return contactLink(contactable, {
    doubtSoFar,
    durationsOf: durationsIn(world),
    onlyReads: (call) => effects.claimOf(call).effect === 'read',
    mustAsk: (call) => mustAsk(call, policy, effects),
    isDenied: (call) => isDenied(call, policy, effects),
  })
}

function durationsIn({ registry, effects, options }: RehearsalWorld): CopyLinkOptions['durationsOf'] {
  const { store, redactor, principal } = options
  if (store === undefined) return () => Promise.resolve(undefined)
  const recorded = { store, redactor, principal, contract: knownContract(registry, effects) }
  return async (call) => (await import('../recording/index.js')).recordedDurations(call, recorded)
}

/** The order of priority: the first that has an answer gives it. Nobody in this list can reach a server that lasts but through what it is given. */
function rehearsalChain(
  { registry, effects, shapes, options }: RehearsalWorld,
  { listener, onDenied, copies, contacts, overlay, readers, text }: Links,
): CallTool {
  const clock = manualClock(options.nowMs)
  return chainAnswerers([
    overlay.arrival,
    ...(options.onTrace === undefined ? [] : [traceAnswerer(options.onTrace, clock)]),
    validateAnswerer(registry, listener, options.policy?.validation ?? 'lenient'),
    ...(options.policy === undefined ? [] : [policyAnswerer(options.policy, effects, onDenied)]),
    overlay.observer,
    options.askStubs(),
    ...(options.answerers ?? []),
    ...(contacts === undefined ? [] : [contacts.standIns]),
    ...(copies === undefined ? [] : [copies.answerer]),
    overlay.answerer,
    ...readers,
    shapedAnswerer(shapes, options.seed, text.words),
    lastPageAnswerer(text),
    unknownAnswerer(),
  ])
}

interface Links {
  readonly listener: ValidationListener
  readonly onDenied: (call: ToolCall) => void
  readonly copies: CopyLink | undefined
  readonly contacts: ContactLink | undefined
  readonly overlay: Overlay
  /** Those who say what was there before. */
  readonly readers: readonly Answerer[]
  readonly text: PlanText
}

interface RehearsalWorld {
  readonly registry: ToolRegistry
  readonly effects: Effects
  readonly shapes: AnswerShapes
  readonly options: RehearsalSettings
}

async function recordings({ registry, effects, options }: RehearsalWorld, clock: Clock): Promise<Answerer[]> {
  const { store, redactor, principal, freshness = {}, ignoredArguments } = options
  if (store === undefined) return []
  const { replayAnswerer } = await import('../recording/index.js')
  return [
    replayAnswerer({
      store,
      redactor,
      contract: knownContract(registry, effects),
      earlier: earlierContracts(store, registry),
      principal,
      freshness: { whenStale: 'serve', ...freshness, clock },
      isElsewhere: (changed, read) =>
        !mayChangeAnswer(effects.footprintOf(changed), effects.footprintOf(read)),
      ...(ignoredArguments === undefined ? {} : { ignored: ignoredArguments }),
    }),
  ]
}
