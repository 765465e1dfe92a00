/** `understudy runs approve`: a person's yes to what a run waits for, or to a receipt; signed, where a key is named. */
import type { KeyObject } from 'node:crypto'
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { readUserText, UsageError, writeWholeFile } from '../../base/index.js'
import type { JournaledRun, RunJournal } from '../../journal/index.js'
import { describeEffects, readReceipt, readSigningKey, signApproval } from '../../plan/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import type { RunsRequest } from './runs-request.js'

/** The file of a receipt, and no run: names of runs have no ending. */
export function isReceiptFile(id: string): boolean {
  return id.endsWith('.json')
}

/** False where the run waits for no answer, or this one was given. */
export async function approveRun(
  journal: RunJournal,
  { id, question, state }: JournaledRun,
  { sign }: RunsRequest,
  io: DiscreetIo,
): Promise<boolean> {
  if (state !== 'waiting' || question === undefined) return false
  const yes = { question: question.digest, by: whoIsHere() }
  if (sign === undefined) return journal.decide(id, { kind: 'approve', ...yes })
  const signature = signApproval({ run: id, question: question.digest }, keyIn(sign, io))
  return journal.decide(id, { kind: 'approve', ...yes, signature })
}

/** Writes the yes into the file, beside what it is to: the file goes where the plan is run. */
export function approveReceipt({ id: file, sign }: RunsRequest, io: DiscreetIo): void {
  if (sign === undefined)
    throw new UsageError('USAGE', `Cannot approve the receipt ${file} without --sign`, {
      hint: 'a yes in a file says nothing of whose it is unless it is signed: name the key with --sign',
    })
  const receipt = readReceipt(readUserText(file, 'the receipt', io.cwd), file)
  const signature = signApproval({ receipt: receipt.id }, keyIn(sign, io))
  const { approvals = [] } = receipt
  const approved = { ...receipt, approvals: [...approvals, { by: whoIsHere(), signature }] }
  writeWholeFile(file, `${JSON.stringify(approved, null, 2)}\n`, io.cwd)
  io.stdout(
    `Approved until ${receipt.expires_at}, once, ${receipt.plan.file_name} and nothing else:\n${describeEffects(
      receipt,
    )
      .map((line) => `  ${line}`)
      .join('\n')}\n`,
  )
}

/** On whose word: as this machine knows whoever types. */
export function whoIsHere(nameOf: () => string = () => userInfo().username): string {
  return `${named(nameOf)}, on the command line`
}

/** In a container a user often has a number and no name. */
function named(nameOf: () => string): string {
  try {
    return nameOf()
  } catch {
    return `user ${process.getuid?.() ?? 'without a name'}`
  }
}

function keyIn(file: string, { cwd }: DiscreetIo): KeyObject {
  const text = readUserText(file, 'the key of an approver', cwd)
  if (process.platform !== 'win32' && (statSync(resolve(cwd, file)).mode & 0o077) !== 0)
    throw new UsageError('APPROVAL_KEY', `Cannot use the key of an approver ${file}: others may read it`, {
      hint: `chmod 600 ${file}`,
    })
  return readSigningKey(text, file)
}
