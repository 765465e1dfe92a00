/** A rehearsal under way: the chain that answers its calls, and what is being written down about them. */
import { manualClock } from '../base/index.js'
import {
  type Answerer,
  type CallTool,
  chainAnswerers,
  type ToolCall,
  toolRef,
  traceAnswerer,
  unknownAnswerer,
} from '../call/index.js'
import { type Effects, effectsOfTools } from '../effects/index.js'
import { policyAnswerer, type ValidationListener, validateAnswerer } from '../execution/index.js'
import { modelSource, type Overlay, type Recognised } from '../overlay/index.js'
import { calledArgumentErrors, type FoundError, type MissingTool, missingTool } from '../plan/index.js'
import type { ToolRegistry } from '../registry/index.js'
import type { JudgedIssue } from '../schema/index.js'
import type { ContactedCall, ContactLink } from './contact-answerer.js'
import type { CopyLink, CopyLog } from './copy-answerer.js'
import { doubtsAmong } from './doubts.js'
import { lateDoubts, withoutLate } from './late-changes.js'
import { createLedger, type Ledger } from './ledger.js'
import type { RehearsalSettings } from './options.js'
import { knownTools, overlaySource } from './overlays.js'
import { type AnswerShapes, answerShapes } from './shapes/answer-shape.js'
import { lastPageAnswerer } from './shapes/last-page.js'
import { NO_TEXT, type PlanText } from './shapes/plan-text.js'
import { shapedAnswerer } from './shapes/shaped-answerer.js'
import { contactsOf, copiesOf, type Recordings, type RehearsalWorld, recordings } from './stage-links.js'
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
  /** Whether it is known that the answer to a call changes by what is written alone, as that of a file does. */
  isKept(call: ToolCall): boolean
  /** See Recordings. */
  readonly saidOtherwise: Recordings['saidOtherwise']
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
  /** Whether a call is made for real as it was made here: it owes nothing to an answer without evidence, and no luck. */
  isForSure(call: ToolCall): boolean
  /** From this call on, by its number, nothing that is wrong with calls is certain: luck has led to them. */
  doubtFrom(n: number): void
  /** Nothing that is wrong with these calls, by their numbers, is certain: luck has led to each. */
  doubt(lucky: ReadonlySet<number>): void
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
  // Whether a recording is stale is for the user to say, and for servers: a model takes for granted that no path is a link.
  const recorded = await recordings(
    { registry, effects: effectsOfTools(registry, options), options },
    manualClock(options.nowMs),
  )
  return new RehearsalStage(registry, options, text, recorded)
}

class RehearsalStage implements Stage {
  readonly registry: ToolRegistry
  readonly effects: Effects
  readonly shapes: AnswerShapes
  readonly ledger: Ledger
  readonly nowMs: number
  readonly seed: number
  readonly newOverlay: Stage['newOverlay']
  readonly saidOtherwise: Stage['saidOtherwise']
  readonly unchecked: UncheckedCall[] = []
  readonly denied: number[] = []
  readonly #options: RehearsalSettings
  readonly #known: Recognised
  readonly #copies: CopyLink | undefined
  readonly #contacts: ContactLink | undefined
  readonly #wrongArguments: { readonly call: ToolCall; readonly issues: readonly JudgedIssue[] }[] = []
  readonly #missing: { readonly call: ToolCall; readonly tool: MissingTool }[] = []
  /** Numbers of calls that go on although their arguments break the schema. */
  readonly #forgiven = new Set<number>()
  #alone: ReadonlyMap<number, readonly string[]> = new Map()
  #doubtfulFrom = Number.POSITIVE_INFINITY
  #lucky: ReadonlySet<number> = new Set()
  #copyLog: CopyLog | undefined

  constructor(registry: ToolRegistry, options: RehearsalSettings, text: PlanText, recorded: Recordings) {
    this.saidOtherwise = recorded.saidOtherwise
    this.registry = registry
    this.nowMs = options.nowMs
    this.seed = options.seed
    this.#options = options
    const known = knownTools(registry, options.effects)
    this.#known = known
    this.effects = effectsOfTools(registry, {
      ...options,
      effects: [...(options.effects ?? []), modelSource(known)],
    })
    this.shapes = answerShapes(registry, options.learned)
    const world = { registry, effects: this.effects, shapes: this.shapes, options }
    const copies = copiesOf(world)
    const contacts = contactsOf(world, ({ n }) => this.ledger.doubtSoFar(n))
    this.#copies = copies
    this.#contacts = contacts
    this.#copyLog = copies?.log
    const overlays = overlaySource(known, [
      ...(contacts === undefined ? [] : [contacts.before]),
      ...recorded.links,
    ])
    this.newOverlay = overlays.create
    const overlay = overlays.create()
    const readers = [...(contacts === undefined ? [] : [contacts.reads]), ...recorded.links]
    const onDenied = (call: ToolCall): void => void this.denied.push(call.n)
    const chain = rehearsalChain(world, {
      ...{ listener: this.#listener(), onDenied, copies, contacts, overlay, readers, text },
    })
    const rules = { effects: this.effects, shareWorld: worldsOf(registry), changedBy: this.#changedBy }
    this.ledger = createLedger(chain, {
      findDoubts: (made) => doubtsAmong(made, rules),
      ...(copies === undefined
        ? {}
        : { findLateDoubts: (made, waitedMs) => lateDoubts(made, copies.log, { ...rules, waitedMs }) }),
      mayBeRefused: (n) => this.#forgiven.has(n),
      isLaid: overlay.knows,
    })
  }

  get argumentErrors(): Stage['argumentErrors'] {
    const { validation = 'lenient' } = this.#options.policy ?? {}
    return this.#wrongArguments.flatMap(({ call, issues }) => {
      return calledArgumentErrors(call, issues, { isKnown: this.isForSure(call), validation })
    })
  }

  get missingTools(): readonly MissingTool[] {
    return this.#missing.flatMap(({ call, tool }) => (this.isForSure(call) ? [tool] : []))
  }

  get doubtfulTools(): readonly MissingTool[] {
    return this.#missing.flatMap(({ call, tool }) => (this.isForSure(call) ? [] : [tool]))
  }

  get contacted(): Stage['contacted'] {
    return this.#contacts?.made ?? []
  }

  get copyLog(): CopyLog | undefined {
    return this.#copyLog
  }

  readonly writes = (call: ToolCall): boolean => {
    const { effect } = this.effects.claimOf(call)
    return (effect !== 'read' && effect !== 'unknown') || this.#changedBy(call.n).length > 0
  }

  readonly isKept = ({ server, tool }: ToolCall): boolean => this.#known.get(server)?.get(tool) !== undefined

  tellApart(paths: ReadonlyMap<number, readonly string[]>): void {
    this.#alone = paths
    this.ledger.settleAnew()
  }

  doubtFrom(n: number): void {
    this.#doubtfulFrom = Math.min(n, this.#doubtfulFrom)
  }

  doubt(lucky: ReadonlySet<number>): void {
    this.#lucky = lucky
  }

  async end(): Promise<void> {
    await this.#copies?.end()
    // What changed since the last answer is known only now.
    if (this.#copies !== undefined)
      this.#copyLog = withoutLate(this.ledger.entries(), this.#copies.log, this.effects)
    this.ledger.settleAnew()
    this.#contacts?.end()
    await this.#options.contactable?.end()
  }

  #listener(): ValidationListener {
    const unavailable = new Set(this.#options.unavailable?.map(({ server }) => server))
    return {
      isUnavailable: (server) => unavailable.has(server),
      onMissing: (call, lookup) =>
        this.#missing.push({ call, tool: missingTool(toolRef(call), lookup, call.site, this.registry) }),
      onIssues: (call, issues, isMade) => {
        this.#wrongArguments.push({ call, issues })
        if (isMade) this.#forgiven.add(call.n)
      },
      onUnchecked: (call, why) => this.unchecked.push({ call, why }),
    }
  }

  readonly #changedBy = (n: number): readonly string[] =>
    this.#alone.get(n) ?? (this.#copyLog?.answers.get(n)?.changes ?? []).map(({ path }) => path)

  isForSure({ n }: ToolCall): boolean {
    return n < this.#doubtfulFrom && !this.#lucky.has(n) && this.ledger.owedBy(n).length === 0
  }
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
