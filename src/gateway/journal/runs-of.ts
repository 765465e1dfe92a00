/** What a client does with its own runs in the journal. */
import type { JsonObject, JsonValue } from '../../base/index.js'
import type { JournaledRun, RunJournal } from '../../journal/index.js'
import type { Redactor } from '../../recording/redaction/index.js'
import type { Approvals } from '../approvals/approver.js'
import type { Requester } from '../requester.js'
import type { RunsOf } from '../tools/plans.js'
import type { SettlingRead } from './settling-reads.js'
import { showRun } from './show-run.js'
import { argumentsOf, unknownRun } from './stopped-run.js'

export interface RunsOfOptions {
  readonly journal: RunJournal
  readonly redactor: Redactor
  readonly resume: RunsOf['resume']
  readonly approve: (by: Requester) => Approvals
  readonly reads: (call: {
    readonly tool: string
    readonly arguments: JsonObject
  }) => Promise<readonly SettlingRead[]>
}

export function createRunsOf({ journal, redactor, resume, approve, reads }: RunsOfOptions): RunsOf {
  return {
    list: ({ principal }) => journal.list(principal),
    async show(id, by) {
      const run = await own(id, by)
      const found = new Map<string, readonly SettlingRead[]>()
      for (const call of run.calls)
        if (call.state === 'sent')
          found.set(`${call.n}`, await reads({ tool: call.tool, arguments: argumentsOf(call) }))
      return showRun(run, { redactor, readsFor: ({ n }) => found.get(`${n}`) ?? [] })
    },
    resume,
    async approve(id, by) {
      const { state, question } = await own(id, by)
      if (state !== 'waiting' || question === undefined)
        return { approved: false, why: 'it waits for nobody' }
      const { canAsk, approve: ask } = approve(by)
      if (!canAsk)
        return { approved: false, why: `nobody can be asked here: use understudy runs approve ${id}` }
      const asked = questionOf(question.text, by)
      const answer = await ask(asked)
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

/** As it was shown when it was asked first: the text is what `performJournaled` made. */
function questionOf(text: string, by: Requester): Parameters<Approvals['approve']>[0] {
  const { tool, arguments: args, effect, why, call: n } = JSON.parse(text) as ShownQuestion
  const [server = '', ...rest] = tool.split(':')
  return {
    ...{ tool: `${server}:${rest.join(':')}`, arguments: args, effect, why, certain: false },
    call: { n, server, tool: rest.join(':'), arguments: args, signal: by.signal },
  }
}

interface ShownQuestion extends JsonObject {
  readonly tool: string
  readonly arguments: JsonObject
  readonly effect: Parameters<Approvals['approve']>[0]['effect']
  readonly why: string
  readonly call: number
  readonly [name: string]: JsonValue
}
