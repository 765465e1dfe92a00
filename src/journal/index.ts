/**
 * `run-journal.ts` is the port, `sqlite/` and `postgres/` its stores, `sealed-journal.ts` what nobody reads without the key.
 * `journal-links.ts` are the links of a chain: one in front of the policy answers what was done, one lets effects take turns, one
 * right before the server writes that a call leaves; `ledger.ts` is what one owner writes, with its lease and the last look at
 * it, `history.ts` what it did before, `held-run.ts` a run in its hands. The gateway's part, who begins and resumes, stands in
 * `gateway/journal`.
 */
export { settledAnswer } from './answer-text.js'
export { type HeldRun, type HoldOptions, holdRun } from './held-run.js'
export type { Doubt, JournalLinks } from './journal-links.js'
export { memoryJournal } from './memory-journal.js'
export { DEFAULT_JOURNAL, type JournalChoice, journalBeside, openJournal } from './open-journal.js'
export { beginRehearsalLog, type RehearsalLog } from './rehearsal-log.js'
export { isOver, unknownRun } from './rules.js'
export type {
  Approval,
  Claim,
  Decision,
  JournaledCall,
  JournaledRun,
  OwnedRun,
  RunJournal,
  RunKind,
  RunState,
  RunSummary,
} from './run-journal.js'
export { RUN_LEASE_MS } from './run-lease.js'
export { createSeal, type Seal } from './seal.js'
export { argumentsOf, type SettlingRead, type ShownRun, showRun } from './show-run.js'
