/** Looks after what clients did in rehearsals of a dry gateway. */
import { defined, UsageError, writeWholeFile } from '../../base/index.js'
import type { RehearsalReport, RehearsalSettings } from '../../gateway/index.js'
import { DEFAULT_JOURNAL, type JournaledRun, type RunJournal } from '../../journal/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import { openedJournal } from '../opened-journal.js'
import type { RehearsalsAction, RehearsalsRequest } from '../rehearsals/rehearsals-request.js'
import {
  ELSEWHERE,
  rehearsalPage,
  renderRehearsal,
  renderRehearsals,
} from '../rehearsals/render-rehearsal.js'
import { whoIsHere } from '../runs/approve.js'

export async function useRehearsals(
  action: RehearsalsAction,
  request: RehearsalsRequest,
  io: DiscreetIo,
): Promise<ExitCode> {
  await using journal = await openedJournal(request, io)
  return await WORK[action](journal, request, io)
}

type Work = (journal: RunJournal, request: RehearsalsRequest, io: DiscreetIo) => Promise<ExitCode>

const WORK: Readonly<Record<RehearsalsAction, Work>> = { list, show, apply, discard }

async function list(
  journal: RunJournal,
  { format, journal: name = DEFAULT_JOURNAL }: RehearsalsRequest,
  io: DiscreetIo,
): Promise<ExitCode> {
  const runs = await journal.list(undefined, 'rehearsal')
  if (format === 'json') io.stdoutJson(runs)
  else io.stdout(renderRehearsals(runs, io.redact(name)))
  return exitCodeFor({})
}

async function show(journal: RunJournal, request: RehearsalsRequest, io: DiscreetIo): Promise<ExitCode> {
  const report = await reported(journal, request, io)
  if (request.format === 'json') io.stdoutMade(io.asJson(report))
  else if (request.format === 'html') io.stdoutMade(rehearsalPage(report))
  else io.stdout(renderRehearsal(report))
  if (request.out !== undefined) await writePlan(report, request.out, io)
  return exitCodeFor({ failed: report.state === 'not_appliable' })
}

/** Nobody whose yes counts is a client: it is a person's, here or asked by a gateway. */
async function apply(journal: RunJournal, request: RehearsalsRequest, io: DiscreetIo): Promise<ExitCode> {
  const { applyRehearsal } = await import('../rehearsals/apply.js')
  return applyRehearsal(journal, await reported(journal, request, io), request, io)
}

async function writePlan({ id, plan }: RehearsalReport, file: string, io: DiscreetIo): Promise<void> {
  if (plan === undefined)
    throw new UsageError('USAGE', `Cannot write a plan of the rehearsal ${id}: it cannot be applied`, {
      hint: 'the reasons stand above',
    })
  const { asWorkflow } = await import('../../gateway/index.js')
  const workflow = asWorkflow(plan)
  writeWholeFile(file, io.asJson(workflow ?? plan), io.cwd, 0o600)
  if (workflow === undefined) io.stderr(`${AS_SEQUENCE}\n`)
}

const AS_SEQUENCE =
  'It is written as a sequence: a workflow cannot say a call that failed, or a reference to a part of a value'

/** Nothing more of it can be done. What it called and answered is forgotten. */
async function discard(journal: RunJournal, { id }: RehearsalsRequest, io: DiscreetIo): Promise<ExitCode> {
  await known(journal, id)
  await journal.decide(id, { kind: 'abandon', by: whoIsHere() })
  await journal.decide(id, { kind: 'shown' })
  io.stderr(`The rehearsal ${id} is discarded: nothing of it lasts, and what it said is forgotten\n`)
  return exitCodeFor({})
}

async function reported(
  journal: RunJournal,
  request: RehearsalsRequest,
  io: DiscreetIo,
): Promise<RehearsalReport> {
  const { createGateway, readRehearsalSettings } = await import('../../gateway/index.js')
  const { id, config, policy, settings } = request
  const kept = readRehearsalSettings((await known(journal, id)).settings)
  if (kept === undefined)
    throw new UsageError(
      'RUN_UNKNOWN',
      `Cannot show the rehearsal ${id}: it was discarded, or is of another release`,
    )
  await using gateway = await createGateway({
    ...rehearsedWith(kept),
    ...defined({ config, policy, settings }),
    ...{ mode: 'dry', runJournal: journal, spareCopies: 0, env: io.env, signal: io.signal },
    onWarning: (message) => io.stderr(`Warning: ${message}\n`),
  })
  return await gateway.showRehearsal(id, { signal: io.signal })
}

/** As the gateway had it whose client it was. */
function rehearsedWith({ config, policy, settings, stubs, only, assume, cwd }: RehearsalSettings) {
  return {
    config: config ?? [],
    cwd,
    ...defined({ policy, settings, stubs, only }),
    rehearsals: defined({ assume }),
  }
}

async function known(journal: RunJournal, id: string): Promise<JournaledRun> {
  const run = await journal.read(id, 'rehearsal')
  if (run !== undefined) return run
  throw new UsageError('RUN_UNKNOWN', `Cannot find the rehearsal ${JSON.stringify(id)}`, {
    hint: `understudy rehearsals list tells which there are; they are kept for 30 days. ${ELSEWHERE}`,
  })
}
