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
  { registry, effects, shapes }: Pick<Stage, 'registry' | 'effects' | 'shapes'>,
  settings: RehearsalSettings,
  entries: ReadonlyMap<CallName, LedgerEntry>,
  state: FaultState,
  fault: InjectedFault | undefined,
): FaultStage {
  let isLookedBack = false
  const made = new Map<number, MadeCall>()
  const used = new Set<LedgerEntry>()
  const over = new Set<number>()
  const names = new Map<number, CallName>()
  const found = new Map<number, LedgerEntry>()
  const nameNext = createNames()
  const listener: ValidationListener = {
    isUnavailable: (server) => settings.unavailable?.some((each) => each.server === server) === true,
    onMissing: () => undefined,
    onIssues: () => undefined,
    onUnchecked: () => undefined,
  }
  const sameQuestion: Answerer = {
    name: 'rehearsed',
    answer(call, next) {
      const entry = findSame(call)
      if (entry === undefined) return next(call)
      used.add(entry)
      const heard = heardNow(call, entry)
      if (heard !== entry) isLookedBack = true
      if (heard === undefined) return unsaid(call)
      found.set(call.n, heard)
      return Promise.resolve(heard.answer)
    },
  }
  const sameCall: Answerer = {
    name: 'rehearsed otherwise',
    answer(call, next) {
      const entry = entries.get(names.get(call.n) ?? '')
      if (entry === undefined) return next(call)
      const { provenance } = entry.answer
      return Promise.resolve({ ...entry.answer, provenance: { ...provenance, source: 'nearest' } })
    },
  }
  const nobody = [shapedAnswerer(shapes, settings.seed), unknownAnswerer()]
  const unsaid = chainAnswerers(nobody)
  const chain = chainAnswerers([
    validateAnswerer(registry, listener, settings.policy?.validation ?? 'lenient'),
    ...(settings.policy === undefined ? [] : [policyAnswerer(settings.policy, effects, () => undefined)]),
    sameQuestion,
    settings.askStubs(),
    sameCall,
    ...nobody,
  ])
  return {
    get isLookedBack() {
      return isLookedBack
    },
    get made() {
      return [...made.values()]
    },
    async call(call, before) {
      const name = nameNext(call)
      names.set(call.n, name)
      const as = entries.get(name)
      if (fault !== undefined && name === fault.name && as !== undefined) {
        const { reply } = fault
        const isTaken = !('kind' in reply) && reply.outcome.kind === 'result'
        made.set(call.n, { call, before, as, isFaulty: true, isTaken, isInvented: false })
        // Who asks the same again gets what it should have got.
        if (isTaken) used.add(as)
        over.add(call.n)
        return reply
      }
      // Its place in the order is that of its question, not of its answer.
      made.set(call.n, { call, before, isFaulty: false, isTaken: true, isInvented: true })
      const answer = await chain(call)
      over.add(call.n)
      const entry = found.get(call.n)
      made.set(call.n, {
        ...{ call, before, isFaulty: false, isTaken: answer.outcome.kind === 'result' },
        ...{ isInvented: isInvented(answer.provenance), ...(entry === undefined ? {} : { as: entry }) },
      })
      return answer
    },
  }

  /**
   * What a read is told where the plan has not done the same by now as in the rehearsal: what was said when it had, else nothing that is
   * known where it reads what is not there. A stub is the user's word; and of an effect that is only thought to touch it the old answer
   * stands, which is named.
   */
  function heardNow(call: ToolCall, entry: LedgerEntry): LedgerEntry | undefined {
    const isUnderWay = [...made.keys()].some((n) => n !== call.n && !over.has(n))
    const isFixed = entry.answer.provenance.source === 'stub' || state.hasEffect(call, entry)
    if (fault === undefined || isUnderWay || isFixed) return entry
    const done = [...made.values()].filter(
      (each) => state.hasEffect(each.call, each.as) && (each.isFaulty ? fault.isStanding : each.isTaken),
    )
    const differs = state.firstDifference(entry, done)
    if (differs === undefined) return entry
    const former = [...entries.values()].findLast(
      (each) => asksSame(each.call, call) && state.firstDifference(each, done) === undefined,
    )
    return former ?? (state.isReadOf(differs.call, call) ? undefined : entry)
  }

  /** Of the same place first, then what was not yet asked again, then whatever was. */
  function findSame(call: ToolCall): LedgerEntry | undefined {
    const here = entries.get(names.get(call.n) ?? '')
    if (here !== undefined && !used.has(here) && asksSame(here.call, call)) return here
    const same = [...entries.values()].filter((each) => asksSame(each.call, call))
    return same.find((each) => !used.has(each)) ?? same.at(-1)
  }
}

function asksSame(one: ToolCall, other: ToolCall): boolean {
  return toolRef(one) === toolRef(other) && isSameJson(one.arguments ?? {}, other.arguments ?? {})
}
