/** `understudy rehearsals apply`: what a client did in its copied world is done for real, as shown, once a person has said yes. */
import { defined, isJsonObject, type JsonObject, UsageError } from '../../base/index.js'
import type { Report } from '../../dryrun/index.js'
import {
  beginApplying,
  changedFiles,
  comparedWithDisk,
  createGateway,
  type PlanQuestion,
  planOfRehearsal,
  type RehearsalReport,
  type RehearsalSettings,
  type RunReport,
  readAssessment,
  readRehearsal,
  readRehearsalSettings,
  rehearseAndRun,
  titleOfRun,
} from '../../gateway/index.js'
import type { JournaledRun, RunJournal } from '../../journal/index.js'
import { renderText } from '../../report/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, exitCodeFor, exitCodeOfRun } from '../exit-code.js'
import { openGatewayStore } from '../gateway-store.js'
import { renderRun } from '../run/render-run.js'
import { whoIsHere } from '../runs/approve.js'
import type { RehearsalsRequest } from './rehearsals-request.js'
import { renderRehearsal } from './render-rehearsal.js'

/**
 * Rehearses the calls once more on a copy of the world as it is now, asks once, and makes them for real, one at a time, each answer held
 * against what was shown. In a process, and with servers, of its own.
 * @throws UsageError RECEIPT_REFUSED where something is not as it was shown, or the answer was no: nothing was called then
 */
export async function applyRehearsal(
  journal: RunJournal,
  shown: RehearsalReport,
  request: RehearsalsRequest,
  io: DiscreetIo,
): Promise<ExitCode> {
  const { id } = shown
  const run = await waitingFor(journal, shown)
  const assessment = readAssessment(run)
  const settings = readRehearsalSettings(run.settings)
  if (assessment?.kind !== 'appliable' || settings === undefined) throw notWaiting(shown)
  const isApproved = run.approvals.some(({ question }) => question === run.question?.digest)
  await refuseUnaskable()
  // Whoever is only being asked has not said yes: a row of the journal counts as one for whoever comes next.
  let applying = isApproved ? await take() : undefined
  const means = await openMeans(journal, settings, request, io)
  let begun: string | undefined
  try {
    const report = await rehearseAndRun(
      means.gateway,
      { text: planOfRehearsal(id, assessment), fileName: 'rehearsal.json' },
      {
        ...{ intent: titleOfRun(id), signal: io.signal },
        onRehearsed: means.onRehearsed,
        approve: (question) => approve(question, means.rehearsed),
        onListed(run) {
          begun = run
          io.stderr(`Run ${run}\n`)
        },
      },
    )
    if (report === undefined) {
      io.stderr(movedText(means.rehearsed))
      throw notAsShown(id)
    }
    const renamed = renamedBy(report)
    begun = report.run_id
    applying ??= await take()
    // What can be gone on with is told of when it is over.
    const goesOn = (await journal.read(report.run_id))?.state
    if (renamed === undefined && goesOn !== undefined && GOES_ON.has(goesOn)) await applying.leave()
    else await applying.end(report.run_id, renamed)
    return tell(report, { run, renamed, cwd: settings.cwd ?? io.cwd }, request, io)
  } catch (failure) {
    await (begun === undefined ? applying?.giveBack() : applying?.leave())
    throw failure
  } finally {
    await means[Symbol.asyncDispose]()
  }

  async function refuseUnaskable(): Promise<void> {
    await refuseBegun(journal, id)
    if (io.ask === undefined && !isApproved) {
      io.stderr(renderRehearsal(shown))
      throw new UsageError('RECEIPT_REFUSED', `Cannot apply the rehearsal ${id}: nobody can be asked here`, {
        hint: 'nothing was done. Run it at a terminal',
      })
    }
  }

  async function take() {
    const taken = await beginApplying(journal, id, isApproved ? 'the person at the client' : whoIsHere())
    if (taken === undefined) throw notWaiting(shown)
    return taken
  }

  async function approve(_question: PlanQuestion, rehearsed: Report | undefined) {
    if (rehearsed !== undefined && rehearsed.verdict !== 'pass') {
      io.stderr(movedText(rehearsed))
      return { approved: false as const, why: 'on a copy of the world as it is now it was not sure' }
    }
    if (isApproved) return { approved: true as const }
    const answer = await io.ask?.(`${renderRehearsal(shown)}\nDo it for real? [y/N] `)
    if (!/^y(?:es)?$/i.test((answer ?? '').trim()))
      return { approved: false as const, why: 'the answer was no' }
    applying = await take()
    // A person takes time, in which another one may have begun it.
    await refuseBegun(journal, id)
    return { approved: true as const }
  }
}

async function refuseBegun(journal: RunJournal, id: string): Promise<void> {
  const earlier = (await journal.list()).find(({ title }) => title === titleOfRun(id))
  if (earlier === undefined) return
  throw new UsageError(
    'RUN_UNKNOWN',
    `Cannot apply the rehearsal ${id} again: it was begun as the run ${earlier.id} (${earlier.state})`,
    {
      hint: `understudy runs show ${earlier.id} tells what became of it`,
    },
  )
}

interface Applied {
  readonly run: JournaledRun
  readonly renamed: JsonObject | undefined
  /** Where the client's servers worked. */
  readonly cwd: string
}

function tell(
  report: RunReport,
  { run, renamed, cwd }: Applied,
  { format }: RehearsalsRequest,
  io: DiscreetIo,
): ExitCode {
  const assessment = readAssessment(run)
  const record = readRehearsal(run)
  const others =
    renamed === undefined || record === undefined
      ? []
      : comparedWithDisk(changedFiles(record), {
          ...{ cwd, renamed },
          own: assessment?.kind === 'appliable' ? assessment.sequence.own : {},
        })
  if (format === 'json') io.stdoutMade(io.asJson({ ...report, otherwise_than_shown: others }))
  else {
    io.stdoutMade(io.redact(renderRun(report, titleOfRun(run.id))))
    for (const [session, now] of Object.entries(renamed ?? {}))
      io.stdout(`${session} is ${String(now)} now\n`)
    for (const other of others) io.stderr(`Otherwise than shown: ${other}\n`)
  }
  const exitCode = exitCodeOfRun(report)
  return exitCode === 0 ? exitCodeFor({ failed: others.length > 0 }) : exitCode
}

const GOES_ON: ReadonlySet<JournaledRun['state']> = new Set(['running', 'waiting', 'doubt'])

async function waitingFor(journal: RunJournal, shown: RehearsalReport): Promise<JournaledRun> {
  const run = await journal.read(shown.id, 'rehearsal')
  if (run !== undefined && (shown.state === 'waiting' || shown.state === 'begun')) return run
  throw notWaiting(shown)
}

function notAsShown(id: string): UsageError {
  return new UsageError(
    'RECEIPT_REFUSED',
    `Cannot apply the rehearsal ${id}: on a copy of the world as it is now it does not come to what was shown`,
    { hint: 'nothing was done. Let the client rehearse again' },
  )
}

function notWaiting({ id, state, reasons }: RehearsalReport): UsageError {
  const found: Readonly<Record<RehearsalReport['state'], string>> = {
    open: 'its client has not finished',
    waiting: 'somebody else is at it',
    not_appliable: `it cannot be: ${reasons.map(({ why }) => why).join('; ')}`,
    begun: 'somebody else is at it',
    applied: 'that was done before',
  }
  return new UsageError('RECEIPT_REFUSED', `Cannot apply the rehearsal ${id}: ${found[state]}`, {
    hint: `nothing was done. understudy rehearsals show ${id} tells all of it`,
  })
}

/** Undefined where it did not come to its end. */
function renamedBy({ ended, in_doubt: doubts, result }: RunReport): JsonObject | undefined {
  if (ended !== 'completed' || doubts !== undefined) return undefined
  return isJsonObject(result) && isJsonObject(result.renamed) ? result.renamed : {}
}

function movedText(rehearsed: Report | undefined): string {
  return rehearsed === undefined
    ? ''
    : renderText(rehearsed, { fileName: 'the rehearsal, made once more', colour: false })
}

interface ApplyMeans extends AsyncDisposable {
  readonly gateway: Awaited<ReturnType<typeof createGateway>>
  rehearsed: Report | undefined
  onRehearsed(rehearsed: Report): void
}

/** The servers start afresh, as they did in the copy. */
async function openMeans(
  journal: RunJournal,
  kept: RehearsalSettings,
  { config, policy, settings }: RehearsalsRequest,
  io: DiscreetIo,
): Promise<ApplyMeans> {
  const warn = (message: string): void => io.stderr(`Warning: ${message}\n`)
  const file = config ?? kept.config
  const recordings = await openGatewayStore({ mode: 'live', ...defined({ config: file }) }, io, warn)
  const gateway = await createGateway({
    ...{ config: file ?? [], cwd: kept.cwd, mode: 'live', runJournal: journal, spareCopies: 0 },
    ...defined({
      policy: policy ?? kept.policy,
      settings: settings ?? kept.settings,
      only: kept.only,
      store: recordings.store,
    }),
    ...{ onWarning: warn, env: io.env, clock: io.clock, signal: io.signal },
  })
  const means: ApplyMeans = {
    ...{ gateway, rehearsed: undefined },
    onRehearsed(rehearsed) {
      means.rehearsed = rehearsed
    },
    async [Symbol.asyncDispose]() {
      await gateway.close()
      await recordings[Symbol.asyncDispose]()
    },
  }
  return means
}
