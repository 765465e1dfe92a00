/**
 * `stage.ts` is who answers, `ledger.ts` what was seen; `shapes/` is what answers look like that nobody gave, declared or learned
 * (docs/decisions/learned-shapes.md), and how they move on; `variants/` find out which guesses matter, `mistakes/` what is wrong
 * although a program completes: both play it again with the answers that it had, and only `ordered-run.ts` asks fresh
 * copies. `mistakes/names/` reads what the names of tools and arguments say, which makes suspicions alone. `faults/` let its
 * calls fail, and `branches/` go where variants saw that a value leads.
 */
export { type ContactLink, contactLink } from './contact-answerer.js'
export type { ContactAnswer, ContactKind, ContactSource, OpenContacts } from './contacts.js'
export type {
  CopiedAnswer,
  CopiedServerFacts,
  CopiedServers,
  CopySource,
  SeenChange,
  SeenState,
} from './copies.js'
export { type CopyLink, copyLink } from './copy-answerer.js'
export { contractChanges } from './earlier-contracts.js'
export { fileDiff } from './file-diff.js'
export { byLoss, describeChanges } from './file-effects.js'
export { mergeChanges } from './merge-changes.js'
export type { ReceiptOrder, RecordingFreshness, RehearseOptions } from './options.js'
export { type PlanRead, planReads } from './plan-reads.js'
export { rehearse } from './rehearse.js'
export { MAX_RUNS } from './rehearse-seeds.js'
export type {
  Approval,
  Contact,
  Estimate,
  FileEffect,
  Report,
  ReportedCall,
  ReportedFile,
  ReportedTask,
  SeedRuns,
  SideEffect,
  UnreachedCall,
  Validation,
  Verdict,
} from './report.js'
export { schemaAnswerer } from './shapes/shaped-answerer.js'
export { writtenCalls } from './written-calls.js'
