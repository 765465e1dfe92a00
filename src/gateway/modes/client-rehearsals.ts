/** The rehearsals that a dry gateway has of its clients: each in a copied world of its own. Absent where nothing is to be copied. */
import { matchesPattern, UnderstudyError, UsageError } from '../../base/index.js'
import { type Answer, type ToolCall, toolRef } from '../../call/index.js'
import { RUN_LEASE_MS } from '../../journal/index.js'
import { createAppliedNews } from '../client-rehearsals/applied-news.js'
import { askToApply } from '../client-rehearsals/ask-to-apply.js'
import { assessRehearsal } from '../client-rehearsals/assess.js'
import { beginClientRehearsal } from '../client-rehearsals/client-rehearsal.js'
import { forAgent } from '../client-rehearsals/for-agent.js'
import {
  isFree,
  keepAssessment,
  readAssessment,
  settleApplied,
} from '../client-rehearsals/kept-assessment.js'
import { performInRehearsal } from '../client-rehearsals/perform-in-rehearsal.js'
import { createRehearsalDesk, type RehearsalDesk } from '../client-rehearsals/rehearsal-desk.js'
import {
  readRehearsal,
  rehearsalSettings,
  writeRehearsalSettings,
} from '../client-rehearsals/rehearsal-record.js'
import { type RehearsalReport, reportRehearsal } from '../client-rehearsals/rehearsal-report.js'
import { type OpenStage, openStageWith } from '../client-rehearsals/stage.js'
import type { GatewayCopies } from '../copies/gateway-copies.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import type { Requester } from '../requester.js'
import type { Plans } from '../tools/plans.js'
import { catalogueOfPlan } from '../upstreams/catalogue-of-plan.js'
import type { Upstreams } from '../upstreams/upstreams.js'

export interface ClientRehearsals extends AsyncDisposable {
  readonly desk: RehearsalDesk
  readonly open: OpenStage
  /** A plan in the client's world. @throws UsageError MODE_REFUSES for whoever has none */
  readonly perform: NonNullable<Plans['inRehearsal']>
  readonly finish: NonNullable<Plans['finish']>
  readonly show: NonNullable<Plans['showRehearsal']>
  /** One call in the client's world. What went wrong is told in the answer: the client can do something about it. */
  call(client: string, call: ToolCall, by: Requester): Promise<Answer>
}

export function createClientRehearsals(
  world: GatewayWorld,
  upstreams: Upstreams,
  copies: GatewayCopies | undefined,
): ClientRehearsals | undefined {
  const { options, settings, clock, journal, warn } = world
  if (copies === undefined || options.rehearsals === false) return undefined
  const limits = { ...settings.rehearsals, ...options.rehearsals }
  const assume = [...(settings.rehearsals?.assume ?? []), ...(options.rehearsals?.assume ?? [])]
  const isAssumed = (call: ToolCall): boolean => assume.some((each) => matchesPattern(each, toolRef(call)))
  const open = openStageWith({ world, upstreams, copies, isAssumed })
  const leaseMs = options.runLeaseMs ?? RUN_LEASE_MS
  const kept = writeRehearsalSettings(rehearsalSettings(world, assume))
  const news = createAppliedNews(journal, world.redactor)
  const desk = createRehearsalDesk({
    ...{ limits, clock, warn },
    begin: (by) =>
      beginClientRehearsal({
        ...{ journal, clock, open, by, settings: kept },
        title: by.clientName ?? 'a client',
        leaseMs,
      }),
  })
  async function show(id: string, by: Requester, signal: AbortSignal): Promise<RehearsalReport> {
    await settleApplied(journal, id)
    const run = await journal.read(id, 'rehearsal')
    const record = run && readRehearsal(run)
    if (run === undefined || record === undefined) throw unknownRehearsal(id)
    const known = readAssessment(run)
    const mayLook = known === undefined && run.state === 'running' && (await isFree(journal, id))
    const assessment = mayLook ? await assessRehearsal(record, { open, by, clock, signal }) : known
    if (mayLook && assessment !== undefined) await keepAssessment(journal, id, assessment, leaseMs)
    return reportRehearsal(record, assessment, { state: run.state, redactor: world.redactor, isNew: mayLook })
  }

  return {
    ...{ desk, open },
    async perform(plan, choice, by) {
      const { client } = by
      if (client === undefined)
        throw new UsageError(
          'MODE_REFUSES',
          'Cannot run a plan in a rehearsal: nobody can tell this client from others',
          {
            hint: 'say dry_run: true, which rehearses it in a world of its own',
          },
        )
      return performInRehearsal(plan, choice, {
        ...{
          world,
          catalogue: await catalogueOfPlan(upstreams, plan.text),
          signal: choice.signal ?? by.signal,
        },
        call: (call) => desk.call(client, call, by),
      })
    },
    async finish(by, signal) {
      const { client } = by
      const rehearsal = client === undefined ? undefined : await desk.take(client)
      if (rehearsal === undefined) return undefined
      await rehearsal.end()
      const report = await show(rehearsal.id, by, signal)
      news.finished(client ?? '', report.id)
      const applied = await applyIfWanted(world, report, by, signal)
      return { ...forAgent(report), ...(applied === undefined ? {} : { applied }) }
    },
    show,
    async call(client, call, by) {
      const answer = await desk.call(client, call, by).catch(told)
      return withNews(answer, [...(await desk.news(client)), ...(await news.of(client))])
    },
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  }
}

/** How it went, where the person at the client was asked. */
async function applyIfWanted(
  { options: { applyRehearsal }, journal }: GatewayWorld,
  report: RehearsalReport,
  by: Requester,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (applyRehearsal === undefined || report.state !== 'waiting') return undefined
  const { question } = (await journal.read(report.id, 'rehearsal')) ?? {}
  const approval = await askToApply(report, by, signal)
  if (!approval.approved || question === undefined)
    return `It was not applied: ${approval.approved ? 'it waits for nobody' : approval.why}.`
  const whom = `the person at the client of ${by.principal}`
  await journal.decide(report.id, { kind: 'approve', question: question.digest, by: whom })
  return applyRehearsal(report.id)
}

function unknownRehearsal(id: string): UsageError {
  return new UsageError('RUN_UNKNOWN', `Cannot find the rehearsal ${JSON.stringify(id)}`, {
    hint: 'understudy rehearsals list tells which there are; they are kept for 30 days, and what was discarded is gone',
  })
}

function told(failure: unknown): Answer {
  if (!(failure instanceof UnderstudyError)) throw failure
  const hint = failure.hint === undefined ? '' : `\nHint: ${failure.hint}`
  return {
    outcome: { kind: 'tool-error', content: [{ type: 'text', text: `${failure.message}${hint}` }] },
    provenance: { source: 'unknown', note: failure.code },
  }
}

/** A block of its own: what the server said stays as it is. */
function withNews(answer: Answer, news: readonly string[]): Answer {
  const { outcome } = answer
  if (news.length === 0 || outcome.kind === 'rpc-error') return answer
  const blocks = news.map((text) => ({ type: 'text' as const, text }))
  return { ...answer, outcome: { ...outcome, content: [...outcome.content, ...blocks] } }
}
