export { settledAnswer } from './answer-text.js'
export { type HeldRun, type HoldOptions, holdRun } from './held-run.js'
export type { Doubt, JournalLinks } from './journal-links.js'
export { memoryJournal } from './memory-journal.js'
export { DEFAULT_JOURNAL, type JournalChoice, journalBeside, openJournal } from './open-journal.js'
export { beginRehearsalLog, type RehearsalLog } from './rehearsal-log.js'
export { isOver } from './rules.js'
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
export { createSeal, type Seal } from './seal.js'
export { argumentsOf, type SettlingRead, type ShownRun, showRun } from './show-run.js'
