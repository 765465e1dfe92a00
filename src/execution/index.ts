export { type BorrowedSandbox, borrowSandbox } from './borrow-sandbox.js'
export { type BoundCalls, createBoundCalls, movedFile, type Predicted } from './bound-calls.js'
export {
  executeProgram,
  type ProgramExecution,
  type ProgramRun,
  type ProgramText,
} from './execute-program.js'
export { executeSequence, type SequenceExecutionEnd, sequenceResult } from './execute-sequence.js'
export {
  executeWorkflow,
  type TaskEnd,
  type WorkflowExecution,
  type WorkflowExecutionEnd,
} from './execute-workflow.js'
export type { ExecutionCall, Unanswered } from './execution-call.js'
export {
  attemptFindings,
  programEndFindings,
  sequenceEndFindings,
  unreadableSequence,
  workflowEndFindings,
} from './execution-findings.js'
export { fileDigest } from './file-digest.js'
export { inOneGuest } from './in-one-guest.js'
export { knownContract } from './known-contract.js'
export { lookAtFacts, movedFacts } from './moved-facts.js'
export { isDenied, mustAsk, policyAnswerer } from './policy-answerer.js'
export { type ValidationListener, validateAnswerer } from './validate-answerer.js'
export { grantTime, NO_WAIT_MS, waitedBefore } from './waiting.js'
export { type WorkflowResult, workflowResult } from './workflow-result.js'
