/** A journal in a SQLite file: of one machine, for as many processes as there are on it. */
import { statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  claimPrivateFile,
  type LockPatience,
  openSqliteDatabase,
  refuseSymbolicLinks,
  type SqliteDatabase,
  type SqliteRow,
  whenUnlocked,
} from '../../database/index.js'
import { summaryOf } from '../journal-rows.js'
import { isOver, lost, mayBeClaimed } from '../rules.js'
import type { AskedCall, Claim, Leave, OwnedRun, Owner, RunState, RunStore } from '../run-journal.js'
import { isOfKind, keyOf } from '../run-journal.js'
import { lockOwner, type OwnerLock } from './owner-lock.js'
import { decideIn } from './sqlite-decisions.js'
import { callOf, runIn } from './sqlite-journal-rows.js'
import { prepareJournalSchema } from './sqlite-journal-schema.js'
import { STATEMENTS as SQL } from './sqlite-statements.js'

interface Opened {
  readonly file: string
  /** Flushes with every commit. */
  readonly marks: SqliteDatabase
  /** Flushes only what a mark flushes: what it wrote survives the process. */
  readonly notes: SqliteDatabase
  readonly patience: LockPatience
}

/**
 * Opens the journal of a file, creating it (mode 0600, its folder 0700) when there is none. Who owns a run holds a lock beside the file,
 * which the system takes away with the process: nobody waits for a lease. An owner that was stopped keeps its run. Not on network drives.
 * @throws StoreError STORE_NEWER, STORE_CORRUPT, STORE_LOCKED, STORE_FULL or STORE_UNREADABLE
 */
export async function openSqliteJournal(path: string, patience: LockPatience = {}): Promise<RunStore> {
  const file = await claimPrivateFile(resolve(path))
  // SQLite writes beside the file, and would follow a link there.
  await refuseSymbolicLinks(['-wal', '-shm', '-journal'].map((ending) => file + ending))
  const marks = await openSqliteDatabase(file)
  try {
    await whenUnlocked(patience, () => prepareJournalSchema(marks, file))
    const notes = await openSqliteDatabase(file)
    await whenUnlocked(patience, () => notes.execute('PRAGMA synchronous = NORMAL'))
    return journalOn({ file, marks, notes, patience })
  } catch (failure) {
    marks.close()
    throw failure
  }
}

function journalOn(opened: Opened): RunStore {
  const { file, marks, notes, patience } = opened
  const locks = new Set<OwnerLock>()
  const writing = <T>(work: () => T): Promise<T> => whenUnlocked(patience, () => marks.transaction(work))
  let closed = false
  return {
    id: nameOf(opened),
    add: (run) =>
      writing(() => {
        marks.run(SQL.forgetOld, [])
        const { id, kind = 'run', principal, receipt, title, plan, settings } = run
        if (marks.first(SQL.isThere, [id]) !== undefined) return 'added'
        if (receipt !== undefined && marks.first(SQL.isSpent, [receipt]) !== undefined) return 'spent'
        marks.run(SQL.add, [id, kind, principal, receipt ?? '', title, plan, settings])
        return 'added'
      }),
    async claim(id, owner) {
      const known = marks.first(SQL.state, [id])
      if (known === undefined) return { kind: 'missing' }
      const before = known[0] as RunState
      if (isOver(before)) return { kind: 'over', state: before }
      const lock = await lockOwner(`${file}.${id}.lock`)
      if (lock === undefined) return { kind: 'busy', owner: ownerOf(marks.first(SQL.state, [id])) }
      // Its first mark flushes it along: should it be lost before, its owner went with the machine.
      const claiming = () => notes.transaction(() => claimIn(opened, id, owner, lock))
      const claim = await whenUnlocked(patience, claiming).catch((failure: unknown) => {
        lock.release()
        throw failure
      })
      if (claim.kind === 'owned') locks.add(lock)
      else lock.release()
      return claim
    },
    decide: async (id, decision) => {
      // Whoever holds the lock may still send.
      if (decision.kind !== 'settle') {
        // What is forgotten later than it could be is forgotten in time.
        const by = decision.kind === 'shown' ? notes : marks
        return whenUnlocked(patience, () => by.transaction(() => decideIn(by, id, decision)))
      }
      const lock = await lockOwner(`${file}.${id}.lock`)
      if (lock === undefined) return false
      try {
        return await writing(() => decideIn(marks, id, decision))
      } finally {
        lock.release()
      }
    },
    read: (id, kind) =>
      whenUnlocked(patience, () => {
        const run = marks.snapshot(() => runIn(marks, id))
        return run !== undefined && isOfKind(run, kind) ? run : undefined
      }),
    list: (principal, kind = 'run') =>
      whenUnlocked(patience, () =>
        (principal === undefined
          ? marks.all(SQL.list, [kind])
          : marks.all(SQL.listOf, [kind, principal])
        ).map(summaryOf),
      ),
    async [Symbol.asyncDispose]() {
      if (closed) return
      closed = true
      for (const lock of locks) lock.release()
      notes.close()
      marks.close()
    },
  }
}

/** A copy of the file is another one: what was spent in it afterwards was not spent in this one. */
function nameOf({ file, marks }: Opened): string {
  const [id] = marks.first(SQL.id, []) as SqliteRow
  return `${id}-${statSync(file, { bigint: true }).ino.toString(36)}`
}

/** Whoever has just locked the run has not written down its name. */
function ownerOf(row: SqliteRow | undefined): string {
  return String(row?.[1] || 'another process')
}

function claimIn(opened: Opened, id: string, owner: Owner, lock: OwnerLock): Claim {
  const { notes } = opened
  const run = runIn(notes, id)
  if (run === undefined) return { kind: 'missing' }
  if (isOver(run.state)) return { kind: 'over', state: run.state }
  if (!mayBeClaimed(run)) return { kind: run.state === 'doubt' ? 'doubt' : 'waiting' }
  notes.run(SQL.claim, [owner.name, id])
  const [fence] = notes.first(SQL.fence, [id]) as SqliteRow
  return { kind: 'owned', run: ownedRun(opened, id, Number(fence), lock) }
}

function ownedRun(
  { file, marks, notes, patience }: Opened,
  id: string,
  fence: number,
  lock: OwnerLock,
): OwnedRun {
  const owned = <T>(work: () => T): Promise<T> =>
    whenUnlocked(patience, () =>
      marks.transaction(() => {
        if (marks.first(SQL.isOwned, [id, fence]) === undefined) throw lost(id)
        return work()
      }),
    )
  const keepWaiting = (call: AskedCall): void => {
    marks.run(SQL.ask, [id, call.site, call.occurrence, ...callOf(call), fence])
  }
  return {
    fence,
    mark: ({ answered, asked, begun }) =>
      // A heartbeat has nothing to write: the lock needs no renewal.
      answered.length + asked.length + begun.length === 0
        ? whenUnlocked(patience, () => {
            if (marks.first(SQL.isOwned, [id, fence]) === undefined) throw lost(id)
            return []
          })
        : owned(() => {
            for (const call of answered) {
              const { site, occurrence, outcome, givenMs } = call
              marks.run(SQL.answered, [id, site, occurrence, ...callOf(call), fence, outcome, givenMs])
            }
            for (const call of asked) keepWaiting(call)
            return begun.flatMap((call) => {
              const { site, occurrence, attempt } = call
              const changed = marks.run(SQL.begin, [id, site, occurrence, ...callOf(call), fence, attempt])
              return changed === 0 ? [] : [keyOf(call)]
            })
          }),
    note: (answers) =>
      whenUnlocked(patience, () => {
        const noteAll = (): void => {
          for (const { site, occurrence, outcome, givenMs } of answers)
            notes.run(SQL.note, [outcome, givenMs, id, site, occurrence, fence])
        }
        // One statement is a transaction by itself.
        return answers.length === 1 ? noteAll() : notes.transaction(noteAll)
      }),
    withdraw: ({ site, occurrence }, attempt, proof = '') =>
      whenUnlocked(patience, () => void marks.run(SQL.withdraw, [proof, id, site, occurrence, attempt])),
    async leave(how) {
      await whenUnlocked(patience, () =>
        marks.transaction(() => {
          if (how.kind === 'end' && marks.first(SQL.hasEnded, [id, fence, how.state]) !== undefined) return
          if (marks.first(SQL.isOwned, [id, fence]) === undefined) throw lost(id)
          leaveAs(how)
        }),
      )
      lock.release()
      // Nobody claims what is over.
      if (how.kind === 'end') await rm(`${file}.${id}.lock`, { force: true })
    },
  }

  function leaveAs(how: Leave): void {
    switch (how.kind) {
      case 'ask':
        if (how.call !== undefined) keepWaiting(how.call)
        marks.run(SQL.wait, [how.question.digest, how.question.text, id])
        return
      case 'doubt':
        marks.run(SQL.doubt, [id])
        return
      case 'pause':
        return
      case 'end':
        marks.run(SQL.end, [how.state, how.result, how.went ?? '', id])
    }
  }
}
