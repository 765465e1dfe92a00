export {
  type Answer,
  type Durations,
  isGuess,
  isInvented,
  type Provenance,
  type Source,
  virtualDuration,
} from './answer.js'
export { answerTokens, HOST_RESULT_TOKENS } from './answer-tokens.js'
export { type Answerer, type CallTool, chainAnswerers } from './chain.js'
export {
  CHANGING_EFFECTS,
  EFFECT_HINTS,
  EFFECTS,
  type Effect,
  isWorseEffect,
  REVERSIBLE,
  type Reversible,
} from './effect.js'
export { SAYS_TOO_MANY, saysStatus } from './error-words.js'
export {
  domainFailure,
  type Outcome,
  outcomeText,
  outcomeValue,
  type ResultOutcome,
  type RpcErrorOutcome,
  type ToolErrorOutcome,
  toldValue,
} from './outcome.js'
export { MAX_DELAY_MS, type Stub, type StubbedReply, type StubMatch, type StubReply, stub } from './stub.js'
export { type StubAnswerer, stubAnswerer } from './stub-answerer.js'
export { stubMismatch } from './stub-mismatch.js'
export {
  type CallSite,
  isServerName,
  parseToolRef,
  questionKey,
  siteKey,
  splitToolRef,
  type ToolCall,
  type ToolRef,
  toolRef,
} from './tool-call.js'
export { type ToolEnd, type ToolStart, type TraceEvent, traceAnswerer } from './trace.js'
export { unknownAnswerer } from './unknown.js'
