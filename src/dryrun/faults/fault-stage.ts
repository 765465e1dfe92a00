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
import type { Before } from '../../plan/index.js'
import type { LedgerEntry } from '../ledger.js'
import type { RehearsalSettings } from '../options.js'
import { shapedAnswerer } from '../shapes/shaped-answerer.js'
import type { Stage } from '../stage.js'
import type { CallName } from '../variants/played.js'
import { createNames } from '../variants/variant-stage.js'

/** A call that was made while another one failed, or that failed. */
export interface MadeCall {
  readonly call: ToolCall
  /** The call of the rehearsal that asked the same; absent where none did. */
  readonly as?: LedgerEntry
  /** The answers that had been given by then, or may have been. */
  readonly before: Before
  readonly isFaulty: boolean
  /** False for what got no answer, and what the server, the policy or the check of arguments refused. */
  readonly isTaken: boolean
  /** True where nobody said the answer, in the rehearsal neither. */
  readonly isInvented: boolean
}

export interface FaultStage {
  readonly call: ExecutionCall
  /** In the order in which they were made. */
  readonly made: readonly MadeCall[]
}

export interface InjectedFault {
  readonly name: CallName
  readonly reply: Answer | Unanswered
}

/** Without a fault it plays the rehearsal again. */
export function setFaultStage(
  { registry, effects, shapes }: Pick<Stage, 'registry' | 'effects' | 'shapes'>,
  settings: RehearsalSettings,
  entries: ReadonlyMap<CallName, LedgerEntry>,
  fault: InjectedFault | undefined,
): FaultStage {
  const made = new Map<number, MadeCall>()
  const used = new Set<LedgerEntry>()
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
      found.set(call.n, entry)
      return Promise.resolve(entry.answer)
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
  const chain = chainAnswerers([
    validateAnswerer(registry, listener, settings.policy?.validation ?? 'lenient'),
    ...(settings.policy === undefined ? [] : [policyAnswerer(settings.policy, effects, () => undefined)]),
    sameQuestion,
    settings.askStubs(),
    sameCall,
    shapedAnswerer(shapes, settings.seed),
    unknownAnswerer(),
  ])
  return {
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
        return reply
      }
      // Its place in the order is that of its question, not of its answer.
      made.set(call.n, { call, before, isFaulty: false, isTaken: true, isInvented: true })
      const answer = await chain(call)
      const entry = found.get(call.n)
      made.set(call.n, {
        ...{ call, before, isFaulty: false, isTaken: answer.outcome.kind === 'result' },
        ...{ isInvented: isInvented(answer.provenance), ...(entry === undefined ? {} : { as: entry }) },
      })
      return answer
    },
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
