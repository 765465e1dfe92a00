/** What a client does with its own runs in the journal. */
import type { JsonObject, JsonValue } from '../../base/index.js'
import { splitToolRef, toolRef } from '../../call/index.js'
import {
  argumentsOf,
  type JournaledRun,
  type RunJournal,
  type SettlingRead,
  showRun,
  unknownRun,
} from '../../journal/index.js'
import type { Redactor } from '../../recording/redaction/index.js'
import type { Approvals } from '../approvals/approver.js'
import type { ApprovePlan, PlanQuestion } from '../receipts/approve-plan.js'
import type { Requester } from '../requester.js'
import type { RunsOf } from '../tools/plans.js'

export interface RunsOfOptions {
  readonly journal: RunJournal
  readonly redactor: Redactor
  readonly resume: RunsOf['resume']
  readonly approve: (by: Requester) => Approvals
  /** Puts the question about a whole plan. */
  readonly approvePlan: (by: Requester) => ApprovePlan
  readonly reads: (call: {
    readonly tool: string
    readonly arguments: JsonObject
  }) => Promise<readonly SettlingRead[]>
}

export function createRunsOf({
  journal,
  redactor,
  resume,
  approve,
  approvePlan,
  reads,
}: RunsOfOptions): RunsOf {
  return {
    list: ({ principal }) => journal.list(principal),
    async show(id, by) {
      const run = await own(id, by)
      const found = new Map<string, readonly SettlingRead[]>()
      for (const call of run.calls)
        if (call.state === 'sent')
          found.set(`${call.n}`, await reads({ tool: call.tool, arguments: argumentsOf(call) }))
      return showRun(run, {
        redact: (value) => redactor.redact(value),
        readsFor: ({ n }) => found.get(`${n}`) ?? [],
      })
    },
    resume,
    async approve(id, by) {
      const { state, question } = await own(id, by)
      if (state !== 'waiting' || question === undefined)
        return { approved: false, why: 'it waits for nobody' }
      const { canAsk, approve: ask } = approve(by)
      if (!canAsk)
        return { approved: false, why: `nobody can be asked here: use understudy runs approve ${id}` }
      const shown = JSON.parse(question.text) as ShownQuestion | ShownPlan
      const answer = await (isPlan(shown)
        ? approvePlan(by)({ ...shown, asked: shown.tools, signal: by.signal })
        : ask(questionOf(shown, by)))
      if (!answer.approved) return answer
      const by_whom = `the client of ${by.principal}`
      const approved = await journal.decide(id, { kind: 'approve', question: question.digest, by: by_whom })
      return approved
        ? { approved }
        : { approved, why: 'it was answered already, or asks something else by now' }
    },
    async abandon(id, by) {
      await own(id, by)
      return journal.decide(id, { kind: 'abandon', by: `the client of ${by.principal}` })
    },
  }

  async function own(id: string, { principal }: Requester): Promise<JournaledRun> {
    const run = await journal.read(id)
    if (run?.principal === principal) return run
    throw unknownRun(id)
  }
}

function isPlan(shown: ShownQuestion | ShownPlan): shown is ShownPlan {
  return 'receipt' in shown
}

/** As it was shown when it was asked first. */
function questionOf(shown: ShownQuestion, by: Requester): Parameters<Approvals['approve']>[0] {
  const { arguments: args, effect, why, call: n } = shown
  const { server, tool } = splitToolRef(shown.tool)
  return {
    ...{ tool: toolRef({ server, tool }), arguments: args, effect, why, certain: false },
    call: { n, server, tool, arguments: args, signal: by.signal },
  }
}

/** What a run by a receipt asks before its first call. */
export interface ShownPlan {
  readonly receipt: string
  readonly verdict: PlanQuestion['verdict']
  readonly effects: readonly string[]
  /** Of which the policy wants calls approved. */
  readonly tools: PlanQuestion['asked']
}

/** What `performJournaled` asks about a call. */
interface ShownQuestion extends JsonObject {
  readonly tool: string
  readonly arguments: JsonObject
  readonly effect: Parameters<Approvals['approve']>[0]['effect']
  readonly why: string
  readonly call: number
  readonly [name: string]: JsonValue
}
