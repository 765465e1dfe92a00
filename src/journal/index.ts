export { memoryJournal } from './memory-journal.js'
export { DEFAULT_JOURNAL, type JournalChoice, journalBeside, openJournal } from './open-journal.js'
export type {
  JournaledCall,
  JournaledRun,
  RunJournal,
  RunSummary,
} from './run-journal.js'
