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
