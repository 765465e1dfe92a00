/** Who answers while a call fails: the rehearsal's own answers, to whoever asks the same; nobody else is asked but stubs and schemas. */
import { isSameJson } from '../../base/index.js'
import {
  type Answer,
  type Answerer,
  chainAnswerers,
  isInvented,
  type ToolCall,
  toolRef,
  unknownAnswerer,
} from '../../call/index.js'
import {
  type ExecutionCall,
  policyAnswerer,
  type Unanswered,
  type ValidationListener,
  validateAnswerer,
} from '../../execution/index.js'
import type { LedgerEntry } from '../ledger.js'
import type { RehearsalSettings } from '../options.js'
import { shapedAnswerer } from '../shapes/shaped-answerer.js'
import type { Stage } from '../stage.js'
import type { CallName } from '../variants/played.js'
import { createNames } from '../variants/variant-stage.js'
import type { FaultState, MadeCall } from './fault-state.js'

export interface FaultStage {
  readonly call: ExecutionCall
  /** Whether a read was answered otherwise than in the rehearsal, since what that had before it is not there now. */
  readonly isLookedBack: boolean
  /** In the order in which they were made. */
  readonly made: readonly MadeCall[]
}

export interface InjectedFault {
  readonly name: CallName
  /** Whether the call takes effect all the same. */
  readonly isStanding: boolean
  readonly reply: Answer | Unanswered
}

/** Without a fault it plays the rehearsal again. */
export function setFaultStage(
  options: Pick<Stage, 'registry' | 'effects' | 'shapes'>,
  settings: RehearsalSettings,
  entries: ReadonlyMap<CallName, LedgerEntry>,
  state: FaultState,
  fault: InjectedFault | undefined,
): FaultStage {
  return new StageWithFault(options, settings, entries, state, fault)
}

class StageWithFault implements FaultStage {
  readonly #entries: ReadonlyMap<CallName, LedgerEntry>
  readonly #state: FaultState
  readonly #fault: InjectedFault | undefined
  #isLookedBack = false
  readonly #made = new Map<number, MadeCall>()
  readonly #used = new Set<LedgerEntry>()
  readonly #over = new Set<number>()
  readonly #names = new Map<number, CallName>()
  readonly #found = new Map<number, LedgerEntry>()
  readonly #nameNext = createNames()
  readonly #chain: ReturnType<typeof chainAnswerers>

  constructor(
    { registry, effects, shapes }: Pick<Stage, 'registry' | 'effects' | 'shapes'>,
    settings: RehearsalSettings,
    entries: ReadonlyMap<CallName, LedgerEntry>,
    state: FaultState,
    fault: InjectedFault | undefined,
  ) {
    this.#entries = entries
    this.#state = state
    this.#fault = fault
    const listener: ValidationListener = {
      isUnavailable: (server) => settings.unavailable?.some((each) => each.server === server) === true,
      onMissing: () => undefined,
      onIssues: () => undefined,
      onUnchecked: () => undefined,
    }
    const sameQuestion: Answerer = {
      name: 'rehearsed',
      answer: (call, next) => {
        const entry = this.#findSame(call)
        if (entry === undefined) return next(call)
        this.#used.add(entry)
        const heard = this.#heardNow(call, entry)
        if (heard !== entry) this.#isLookedBack = true
        if (heard === undefined) return unsaid(call)
        this.#found.set(call.n, heard)
        return Promise.resolve(heard.answer)
      },
    }
    const sameCall: Answerer = {
      name: 'rehearsed otherwise',
      answer: (call, next) => {
        const entry = this.#entries.get(this.#names.get(call.n) ?? '')
        if (entry === undefined) return next(call)
        const { provenance } = entry.answer
        return Promise.resolve({ ...entry.answer, provenance: { ...provenance, source: 'nearest' } })
      },
    }
    const nobody = [shapedAnswerer(shapes, settings.seed), unknownAnswerer()]
    const unsaid = chainAnswerers(nobody)
    this.#chain = chainAnswerers([
      validateAnswerer(registry, listener, settings.policy?.validation ?? 'lenient'),
      ...(settings.policy === undefined ? [] : [policyAnswerer(settings.policy, effects, () => undefined)]),
      sameQuestion,
      settings.askStubs(),
      sameCall,
      ...nobody,
    ])
  }

  get isLookedBack(): boolean {
    return this.#isLookedBack
  }

  get made(): readonly MadeCall[] {
    return [...this.#made.values()]
  }

  readonly call: FaultStage['call'] = async (call, before) => {
    const name = this.#nameNext(call)
    this.#names.set(call.n, name)
    const as = this.#entries.get(name)
    if (this.#fault !== undefined && name === this.#fault.name && as !== undefined) {
      const { reply } = this.#fault
      const isTaken = !('kind' in reply) && reply.outcome.kind === 'result'
      this.#made.set(call.n, { call, before, as, isFaulty: true, isTaken, isInvented: false })
      // Who asks the same again gets what it should have got.
      if (isTaken) this.#used.add(as)
      this.#over.add(call.n)
      return reply
    }
    // Its place in the order is that of its question, not of its answer.
    this.#made.set(call.n, { call, before, isFaulty: false, isTaken: true, isInvented: true })
    const answer = await this.#chain(call)
    this.#over.add(call.n)
    const entry = this.#found.get(call.n)
    this.#made.set(call.n, {
      ...{ call, before, isFaulty: false, isTaken: answer.outcome.kind === 'result' },
      ...{ isInvented: isInvented(answer.provenance), ...(entry === undefined ? {} : { as: entry }) },
    })
    return answer
  }

  /**
   * What a read is told where the plan has not done the same by now as in the rehearsal: what was said when it had, else nothing that is
   * known where it reads what is not there. A stub is the user's word; and of an effect that is only thought to touch it the old answer
   * stands, which is named.
   */
  #heardNow(call: ToolCall, entry: LedgerEntry): LedgerEntry | undefined {
    const isUnderWay = [...this.#made.keys()].some((n) => n !== call.n && !this.#over.has(n))
    const isFixed = entry.answer.provenance.source === 'stub' || this.#state.hasEffect(call, entry)
    const fault = this.#fault
    if (fault === undefined || isUnderWay || isFixed) return entry
    const done = [...this.#made.values()].filter(
      (each) =>
        this.#state.hasEffect(each.call, each.as) && (each.isFaulty ? fault.isStanding : each.isTaken),
    )
    const differs = this.#state.firstDifference(entry, done)
    if (differs === undefined) return entry
    const former = [...this.#entries.values()].findLast(
      (each) => asksSame(each.call, call) && this.#state.firstDifference(each, done) === undefined,
    )
    return former ?? (this.#state.isReadOf(differs.call, call) ? undefined : entry)
  }

  /** Of the same place first, then what was not yet asked again, then whatever was. */
  #findSame(call: ToolCall): LedgerEntry | undefined {
    const here = this.#entries.get(this.#names.get(call.n) ?? '')
    if (here !== undefined && !this.#used.has(here) && asksSame(here.call, call)) return here
    const same = [...this.#entries.values()].filter((each) => asksSame(each.call, call))
    return same.find((each) => !this.#used.has(each)) ?? same.at(-1)
  }
}

function asksSame(one: ToolCall, other: ToolCall): boolean {
  return toolRef(one) === toolRef(other) && isSameJson(one.arguments ?? {}, other.arguments ?? {})
}
