export { settledAnswer } from './answer-text.js'
export { type HeldRun, type HoldOptions, holdRun } from './held-run.js'
export type { Doubt, JournalLinks } from './journal-links.js'
export { memoryJournal } from './memory-journal.js'
export { DEFAULT_JOURNAL, type JournalChoice, journalBeside, openJournal } from './open-journal.js'
export type {
  Approval,
  Claim,
  Decision,
  JournaledCall,
  JournaledRun,
  RunJournal,
  RunState,
  RunSummary,
} from './run-journal.js'
export { createSeal, type Seal } from './seal.js'
export { argumentsOf, type SettlingRead, type ShownRun, showRun } from './show-run.js'
