/** A journal whose texts nobody reads without the key: plans, settings, arguments, answers, questions and results. */

import { isOver } from './rules.js'
import type {
  Answered,
  AskedCall,
  CallKey,
  Decision,
  JournaledCall,
  JournaledRun,
  Leave,
  MarkBatch,
  OwnedRun,
  RunJournal,
  RunStore,
  RunSummary,
} from './run-journal.js'
import { keyOf } from './run-journal.js'
import type { Seal } from './seal.js'

/**
 * In plain stay ids, states, times, names of tools, places in the plan, and digests, which are salted. Closing it closes the journal.
 * Whoever writes into what is behind it, without the key, can change no call, nor make one that may have left look as if it had not: only
 * take rows away, or put back all that stood there before.
 */
export function sealedJournal(journal: RunStore, seal: Seal): RunJournal {
  return {
    id: journal.id,
    receiptKey: seal.keyFor('receipts'),
    undoKey: seal.keyFor('undo'),
    add: (run) =>
      journal.add({
        ...run,
        title: seal.close(run.title, at(run.id, 'title')),
        plan: seal.close(run.plan, at(run.id, 'plan')),
        settings: seal.close(run.settings, at(run.id, 'settings')),
      }),
    async claim(id, owner) {
      const claim = await journal.claim(id, owner)
      return claim.kind === 'owned' ? { ...claim, run: sealedRun(claim.run, id, seal) } : claim
    },
    decide: (id, decision) => journal.decide(id, sealedDecision(decision, id, seal)),
    async read(id, kind) {
      const run = await journal.read(id, kind)
      return run === undefined ? undefined : openedRun(run, seal)
    },
    async list(principal, kind) {
      const runs = await journal.list(principal, kind)
      return runs.map((run) => openedSummary(run, seal))
    },
    [Symbol.asyncDispose]: () => journal[Symbol.asyncDispose](),
  }
}

function sealedRun(run: OwnedRun, id: string, seal: Seal): OwnedRun {
  const closed = <Call extends AskedCall>(call: Call, as: Phase): Call => ({
    ...call,
    arguments: seal.close(call.arguments, argumentsAt(id, call, as)),
  })
  const answered = <Call extends CallKey & Answered>(call: Call): Call => ({
    ...call,
    outcome: seal.close(call.outcome, at(id, 'outcome', call)),
  })
  return {
    fence: run.fence,
    mark: (batch: MarkBatch) =>
      run.mark({
        answered: batch.answered.map((call) => answered(closed(call, 'begun'))),
        asked: batch.asked.map((call) => closed(call, 'asked')),
        begun: batch.begun.map((call) => closed(call, 'begun')),
      }),
    note: (answers) => run.note(answers.map(answered)),
    withdraw: (call, attempt) => run.withdraw(call, attempt, takenBack(id, call, seal)),
    leave: (how) => run.leave(sealedLeave(how)),
  }

  function sealedLeave(how: Leave): Leave {
    if (how.kind === 'doubt' || how.kind === 'pause') return how
    if (how.kind === 'end') {
      const { result, went } = how
      return {
        ...{ ...how, result: seal.close(result, at(id, 'result')) },
        ...(went === undefined ? {} : { went: seal.close(went, at(id, 'went')) }),
      }
    }
    const { digest, text } = how.question
    return {
      ...how,
      question: { digest, text: seal.close(text, at(id, digest)) },
      ...(how.call === undefined ? {} : { call: closed(how.call, 'asked') }),
    }
  }
}

function sealedDecision(decision: Decision, id: string, seal: Seal): Decision {
  if (decision.kind !== 'settle') return decision
  if (decision.as === 'never sent') return { ...decision, proof: takenBack(id, decision.call, seal) }
  const outcome = seal.close(decision.as.outcome, at(id, 'outcome', decision.call))
  return { ...decision, as: { ...decision.as, outcome } }
}

function openedSummary<Summary extends RunSummary>(run: Summary, seal: Seal): Summary {
  const { id, title, went } = run
  return {
    ...run,
    title: seal.open(title, at(id, 'title')),
    ...(went === undefined ? {} : { went: seal.open(went, at(id, 'went')) }),
  }
}

/** What is empty was forgotten. */
function openedRun(run: JournaledRun, seal: Seal): JournaledRun {
  const { id, question, result } = run
  const opened = (text: string, where: string): string => (text === '' ? '' : seal.open(text, where))
  return {
    ...openedSummary(run, seal),
    plan: opened(run.plan, at(id, 'plan')),
    settings: opened(run.settings, at(id, 'settings')),
    ...(question === undefined
      ? {}
      : { question: { ...question, text: opened(question.text, at(id, question.digest)) } }),
    ...(result === undefined ? {} : { result: opened(result, at(id, 'result')) }),
    calls: run.calls.map((call) => openedCall(call, run, seal)),
  }
}

function openedCall(call: JournaledCall, { id, state }: JournaledRun, seal: Seal): JournaledCall {
  if (call.arguments === '' && isOver(state)) return call
  const args = (as: Phase): string => seal.open(call.arguments, argumentsAt(id, call, as))
  const { outcome, ...rest } = call
  if (call.state === 'waiting') {
    if (outcome === undefined) return { ...rest, arguments: args('asked') }
    seal.open(outcome, takenBackAt(id, call))
    return { ...rest, arguments: args('begun') }
  }
  if (outcome === undefined) return { ...rest, arguments: args('begun') }
  return { ...rest, arguments: args('begun'), outcome: seal.open(outcome, at(id, 'outcome', call)) }
}

/** `asked`: it was not sent when this was written. */
type Phase = 'asked' | 'begun'

/** With what stands in plain beside them: a call whose tool, place or state was changed is of another run. */
function argumentsAt(run: string, call: AskedCall, as: Phase): string {
  const { n, tool, digest } = call
  return JSON.stringify([run, 'arguments', as, keyOf(call), n, tool, digest])
}

/** That a call which was begun may begin once more. */
function takenBack(run: string, call: CallKey, seal: Seal): string {
  return seal.close('never sent', takenBackAt(run, call))
}

function takenBackAt(run: string, call: CallKey): string {
  return at(run, 'taken back', call)
}

function at(run: string, what: string, call?: CallKey): string {
  return JSON.stringify(call === undefined ? [run, what] : [run, what, keyOf(call)])
}
