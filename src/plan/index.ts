/**
 * `plan-identity.ts` says when two plans are one. `receipt/` makes what a rehearsal expects of a real run and holds calls against
 * it: `receipt/make-receipt.ts` and `receipt/check-receipt.ts` come first. `written-task.ts` reads a workflow's tasks,
 * `influence.ts` whether one place of a value can change what is said of another, `calibration.ts` how often verdicts held.
 */
export {
  type Approved,
  isApprovedBy,
  readSigningKey,
  readVerifyKeys,
  type SignedApproval,
  signApproval,
} from './approval.js'
export {
  type ArgumentError,
  calledArgumentErrors,
  checkArguments,
  type FoundError,
  isRefused,
  mergeArgumentErrors,
} from './argument-errors.js'
export type { Before } from './before.js'
export {
  type AsSaid,
  type Calibration,
  type CallShares,
  type ComparedCall,
  calibrate,
  howItWent,
  readWent,
  type Share,
  type Went,
  writeWent,
} from './calibration.js'
export { type MissingTool, mergeMissingTools, missingTool } from './missing-tools.js'
export { checkPlan, type PlanCheck, type UnavailableServer, type WrittenCall } from './plan-check.js'
export { identifyPlan } from './plan-identity.js'
export { isWorkflowName, planKindOf } from './plan-kind.js'
export {
  asSaidBy,
  type BoundCall,
  bindEffects,
  type Deviation,
  describeEffects,
  type FormerPlace,
  formerPlaces,
  type KnownTool,
  keyedDigestOfBytes,
  leavesOf,
  makeReceipt,
  placesBefore,
  type Receipt,
  type ReceiptChange,
  type ReceiptEffect,
  type ReceiptFile,
  type RehearsedCall,
  type RehearsedPlan,
  readFilePath,
  readReceipt,
  receiptProblems,
  repositoryOf,
  sealPath,
  withoutWayBack,
} from './receipt/index.js'
export { redactReport } from './redact-report.js'
export { writtenSteps } from './written-steps.js'
export { writtenTask } from './written-task.js'
