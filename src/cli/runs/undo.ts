/** `understudy runs undo`: puts back by their bytes what a run changed, once a person has said yes to what that is. */
import { relative } from 'node:path'
import { counted, printable, randomName, UsageError } from '../../base/index.js'
import { createSeal, isOver, type JournaledRun, RUN_LEASE_MS, type RunJournal } from '../../journal/index.js'
import { isInside } from '../../transport/index.js'
import { type LeftPlace, openUndo, type RunUndo, type UndoDecision, type UndoStep } from '../../undo/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import { whoIsHere } from './approve.js'
import type { WayBack } from './render-run.js'
import type { RunsRequest } from './runs-request.js'

/** 0: all is as it was before; 1: something is left; 4: nobody said yes. */
export async function undoRun(
  journal: RunJournal,
  run: JournaledRun,
  request: RunsRequest,
  io: DiscreetIo,
): Promise<ExitCode> {
  const undo = undoOf(journal, run.id, io)
  if (undo === undefined) throw refused(run.id, 'nothing is kept here of what it changed', NOT_KEPT)
  await refuseUnderWay(journal, run)
  const decision = undo.decide()
  const { id } = run
  if (decision.steps.length === 0) {
    tell({ id, done: [], decision, left: decision.left, undo }, request, io)
    return exitCodeFor({ failed: decision.left.length > 0 })
  }
  if (request.yes !== true) {
    io.stderr(io.redact(question(run, decision, undo, io)))
    if (io.ask === undefined) {
      io.stderr('Nothing was put back: nobody can be asked here. --yes says it beforehand\n')
      return exitCodeFor({ refused: true })
    }
    if (!/^y(?:es)?$/i.test((await io.ask('Take it back? [y/N] ')).trim())) {
      io.stderr('Nothing was put back: the answer was no\n')
      return exitCodeFor({ refused: true })
    }
  }
  // What is done is not gone on with once it is undone.
  if (!isOver(run.state)) await journal.decide(id, { kind: 'abandon', by: whoIsHere() })
  await refuseUnderWay(journal, run)
  const left = undo.perform(decision)
  tell({ id, done: decision.steps, decision, left, undo }, request, io)
  return exitCodeFor({ failed: left.length > 0 })
}

/** What of a run has a way back, for whoever looks at it; undefined where nothing is kept of it here. */
export function wayBackOf(journal: RunJournal, id: string, io: DiscreetIo): WayBack | undefined {
  const undo = undoOf(journal, id, io)
  if (undo === undefined) return undefined
  const { steps, left } = undo.decide()
  return { puts_back: steps.length, left: [...left, ...undo.uncovered], not_shown: undo.unshown }
}

function undoOf({ undoKey, receiptKey }: RunJournal, run: string, { env }: DiscreetIo): RunUndo | undefined {
  return openUndo({ run, env, seal: createSeal(Buffer.from(undoKey, 'hex')), key: receiptKey })
}

/** Whoever has the run may change more while it is put back. */
async function refuseUnderWay(journal: RunJournal, { id, state }: JournaledRun): Promise<void> {
  if (state !== 'running') return
  const claim = await journal.claim(id, { name: `undo ${randomName()}`, leaseMs: RUN_LEASE_MS })
  if (claim.kind === 'busy')
    throw refused(id, `it is under way (${claim.owner})`, 'wait for its end, or end its process first')
  if (claim.kind === 'owned') await claim.run.leave({ kind: 'pause' })
}

function question(
  run: JournaledRun,
  { steps, left }: UndoDecision,
  undo: RunUndo,
  { cwd }: DiscreetIo,
): string {
  const lines = [
    `The run ${run.id} (${run.state}) is taken back by the former bytes of files:`,
    ...steps.map((step) => `  ${described(step, cwd)}`),
    ...(isOver(run.state) ? [] : ['It is given up by that: nobody goes on with it.']),
    ...leftLines([...left, ...notCovered(undo)], cwd),
    REMEMBERS,
  ]
  return `${lines.join('\n')}\n`
}

interface Told {
  readonly id: string
  readonly done: readonly UndoStep[]
  readonly decision: UndoDecision
  readonly left: readonly LeftPlace[]
  readonly undo: RunUndo
}

function tell({ id, done, decision, left, undo }: Told, { format }: RunsRequest, io: DiscreetIo): void {
  const notDone = new Set(left.map(({ path }) => path))
  const put = done.filter(({ path }) => !notDone.has(path))
  if (format === 'json') {
    const steps = put.map((step) => ({
      what: WORDS[step.kind],
      path: step.path,
      ...('from' in step ? { from: step.from } : {}),
    }))
    io.stdoutJson({ run: id, put_back: steps, as_before: decision.asBefore, left, not_shown: undo.unshown })
    return
  }
  const head =
    put.length === 0 ? `${id}: nothing to put back` : `${id}: ${counted(put.length, 'place')} put back`
  const lines = [
    `${head}${decision.asBefore === 0 ? '' : `, ${decision.asBefore} as before already`}`,
    ...put.map((step) => `  ${described(step, io.cwd)}`),
    ...leftLines([...left, ...notCovered(undo)], io.cwd),
    ...(put.length === 0 ? [] : [REMEMBERS]),
  ]
  io.stdout(io.redact(`${lines.join('\n')}\n`))
}

function notCovered({ unshown }: RunUndo): readonly LeftPlace[] {
  return unshown.map((path) => ({
    path,
    why: 'no copy had shown that it changes, and nothing of it was kept',
  }))
}

function leftLines(left: readonly LeftPlace[], cwd: string): readonly string[] {
  if (left.length === 0) return []
  return [
    `Left as it is (${left.length}):`,
    ...left.map(({ path, why }) => `  ${shown(path, cwd)}: ${printable(why, { oneLine: true })}`),
  ]
}

const WORDS: Readonly<Record<UndoStep['kind'], string>> = {
  remove: 'remove',
  move: 'move back',
  folder: 'make again',
  write: 'put back',
  link: 'put back',
  mode: 'permissions',
}

function described(step: UndoStep, cwd: string): string {
  const word = step.kind === 'folder' && step.is.kind === 'folder' ? WORDS.mode : WORDS[step.kind]
  return `${word.padEnd(12)}${shown(step.path, cwd)}${step.kind === 'move' ? ` from ${shown(step.from, cwd)}` : ''}`
}

/** From the folder where the command runs, as far as it lies there. */
function shown(path: string, cwd: string): string {
  return printable(isInside(path, cwd) ? relative(cwd, path) : path, { oneLine: true })
}

const REMEMBERS = 'A server that is still running may remember what it did: start it anew.'
const NOT_KEPT =
  'only a run by a receipt whose changes a copy showed can be taken back, on the machine that ran it, for as long as its former bytes are kept'

function refused(id: string, found: string, hint: string): UsageError {
  return new UsageError('UNDO_REFUSED', `Cannot take back the run ${id}: ${found}`, { hint })
}
