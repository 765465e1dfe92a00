/** Looks after real runs that are kept in a journal. */
import { counted, defined, UsageError } from '../../base/index.js'
import {
  type JournaledRun,
  type RunJournal,
  settledAnswer,
  showRun,
  unknownRun,
} from '../../journal/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, exitCodeFor, exitCodeOfRun } from '../exit-code.js'
import { openedJournal } from '../opened-journal.js'
import { approveReceipt, approveRun, isReceiptFile, whoIsHere } from '../runs/approve.js'
import { renderRun, renderSummary, type WayBack } from '../runs/render-run.js'
import type { RunsAction, RunsRequest } from '../runs/runs-request.js'
import { settingsFile, settingsTrust } from '../settings.js'

export async function useRuns(action: RunsAction, request: RunsRequest, io: DiscreetIo): Promise<ExitCode> {
  if (action === 'approve' && isReceiptFile(request.id)) {
    approveReceipt(request, io)
    return exitCodeFor({})
  }
  await using journal = await openedJournal(request, io)
  return await WORK[action](journal, request, io)
}

type Work = (journal: RunJournal, request: RunsRequest, io: DiscreetIo) => Promise<ExitCode>

const WORK: Readonly<Record<RunsAction, Work>> = { list, show, resume, approve, abandon, undo }

async function list(journal: RunJournal, { format }: RunsRequest, io: DiscreetIo): Promise<ExitCode> {
  const runs = await journal.list()
  if (format === 'json') io.stdoutJson(runs)
  else for (const run of runs) io.stdout(renderSummary(run))
  return exitCodeFor({})
}

/** Of what is over, nothing raw is kept once it was shown. */
async function show(journal: RunJournal, request: RunsRequest, io: DiscreetIo): Promise<ExitCode> {
  const run = await known(journal, request.id)
  const { wayBackOf } = await import('../runs/undo.js')
  tell(run, request, io, wayBackOf(journal, run.id, io))
  await journal.decide(request.id, { kind: 'shown' })
  return exitCodeFor({})
}

async function approve(journal: RunJournal, request: RunsRequest, io: DiscreetIo): Promise<ExitCode> {
  const run = await known(journal, request.id)
  const { id, state } = run
  if (!(await approveRun(journal, run, request, io)))
    throw new UsageError('RUN_UNKNOWN', `Cannot approve the run ${id}: it waits for no answer (${state})`, {
      hint: `understudy runs show ${id} tells what it waits for`,
    })
  tell(await known(journal, id), request, io)
  return exitCodeFor({})
}

async function abandon(journal: RunJournal, { id }: RunsRequest, io: DiscreetIo): Promise<ExitCode> {
  const { state } = await known(journal, id)
  if (await journal.decide(id, { kind: 'abandon', by: whoIsHere() })) {
    io.stderr(
      `The run ${id} is given up: nothing more of it happens, and nothing is undone (runs undo does that)\n`,
    )
    return exitCodeFor({})
  }
  throw new UsageError('RUN_UNKNOWN', `Cannot give up the run ${id}: it is over (${state})`)
}

async function undo(journal: RunJournal, request: RunsRequest, io: DiscreetIo): Promise<ExitCode> {
  const { undoRun } = await import('../runs/undo.js')
  return undoRun(journal, await known(journal, request.id), request, io)
}

async function resume(journal: RunJournal, request: RunsRequest, io: DiscreetIo): Promise<ExitCode> {
  const { id, verifyKey, format } = request
  if (request.settle !== undefined) await settle(journal, id, request.settle)
  const { createGateway, settleApplied } = await import('../../gateway/index.js')
  const { rehearsal, ...begunWith } = await asRehearsed(journal, id)
  const { config, policy, only, settings: chosen, cwd = io.cwd } = { ...begunWith, ...given(request) }
  const settings = settingsFile(chosen, io)
  await using gateway = await createGateway({
    ...{
      config: config ?? '',
      runJournal: journal,
      copy: 'never',
      env: io.env,
      cwd,
      signal: io.signal,
    },
    ...defined({ policy, only, verifyKey }),
    ...(settings === undefined ? {} : { settings, trustsSettings: settingsTrust(chosen, settings, io) }),
    onWarning: (message) => io.stderr(`Warning: ${message}\n`),
  })
  const resumed = await gateway.resumeRun(id, { ofAnybody: true, signal: io.signal })
  if (rehearsal !== undefined) await settleApplied(journal, rehearsal)
  if ('run' in resumed) {
    tell(resumed.run, request, io)
    return exitCodeFor({ refused: true })
  }
  if (format === 'json') io.stdoutJson(resumed)
  else
    io.stdout(
      `${id}: ${resumed.ended}${resumed.ended_because === undefined ? '' : `, ${resumed.ended_because}`}, ${counted(resumed.calls.length, 'call')}\n${JSON.stringify(resumed.result)}\n`,
    )
  return exitCodeOfRun(resumed)
}

function given({ config, policy, only, settings }: RunsRequest) {
  return defined({ config, policy, only, settings })
}

/** A run that does a rehearsal for real goes on with the servers and rules that its gateway had. */
async function asRehearsed(journal: RunJournal, id: string) {
  const { readRehearsalSettings, rehearsalOfTitle } = await import('../../gateway/index.js')
  const rehearsal = rehearsalOfTitle((await journal.read(id))?.title ?? '')
  const kept = rehearsal === undefined ? undefined : (await journal.read(rehearsal, 'rehearsal'))?.settings
  const { config, policy, only, settings, cwd } = readRehearsalSettings(kept ?? '') ?? {}
  return defined({ rehearsal, config, policy, only, settings, cwd })
}

async function settle(
  journal: RunJournal,
  id: string,
  { call: n, as }: NonNullable<RunsRequest['settle']>,
): Promise<void> {
  const { calls } = await known(journal, id)
  const call = calls.find((each) => each.n === n && each.state === 'sent')
  if (call === undefined)
    throw new UsageError('RUN_UNKNOWN', `Cannot settle call ${n} of the run ${id}: it is not in doubt`, {
      hint: `understudy runs show ${id} tells which calls are`,
    })
  const by = whoIsHere()
  const said =
    as === 'never sent'
      ? as
      : { outcome: settledAnswer(as.value), givenMs: call.givenMs ?? lastGiven(calls) + 1 }
  if (await journal.decide(id, { kind: 'settle', call, as: said, by })) return
  throw new UsageError(
    'RUN_UNKNOWN',
    `Cannot settle call ${n} of the run ${id} yet: whoever sent it may be alive`,
    {
      hint: 'end its gateway, or ask again a minute after it ended',
    },
  )
}

function lastGiven(calls: JournaledRun['calls']): number {
  return Math.max(0, ...calls.map(({ givenMs = 0 }) => givenMs))
}

async function known(journal: RunJournal, id: string): Promise<JournaledRun> {
  const run = await journal.read(id)
  if (run !== undefined) return run
  throw unknownRun(id)
}

function tell(run: JournaledRun, { format }: RunsRequest, io: DiscreetIo, wayBack?: WayBack): void {
  const shown = showRun(run, { redact: (value) => io.redact(value) })
  const told = wayBack === undefined ? shown : { ...shown, way_back: io.redact(wayBack) }
  if (format === 'json') io.stdoutJson(told)
  else io.stdout(renderRun(told))
}
