export {
  calledArgumentErrors,
  checkArguments,
  type FoundError,
  mergeArgumentErrors,
} from './argument-errors.js'
export type { CopiedAnswer, CopiedServerFacts, CopiedServers, CopySource, SeenChange } from './copies.js'
export { contractChanges } from './earlier-contracts.js'
export { byLoss, describeChanges } from './file-effects.js'
export { knownContract } from './known-contract.js'
export type { RecordingFreshness, RehearseOptions, UnavailableServer } from './options.js'
export { checkPlan, type PlanCheck, type WrittenCall } from './plan-check.js'
export { identifyPlan } from './plan-identity.js'
export { policyAnswerer } from './policy-answerer.js'
export { redactReport } from './redact-report.js'
export { isWorkflowName, rehearse } from './rehearse.js'
export { MAX_RUNS } from './rehearse-seeds.js'
export type {
  Approval,
  ArgumentError,
  Contact,
  Estimate,
  FileEffect,
  MissingTool,
  Report,
  ReportedCall,
  ReportedFile,
  SeedRuns,
  SideEffect,
  UnreachedCall,
  Validation,
  Verdict,
} from './report.js'
export { schemaAnswerer } from './schema-answerer.js'
export { type ValidationListener, validateAnswerer } from './validate-answerer.js'
export { writtenTask } from './written-task.js'
