/** The main door: rehearse a plan, and what that needs. */
export {
  type ErrorCode,
  SandboxError,
  SessionError,
  StoreError,
  TransportError,
  UnderstudyError,
  UsageError,
} from './base/index.js'
export {
  type Answer,
  type Answerer,
  type Outcome,
  type Provenance,
  type Stub,
  type StubReply,
  stub,
  type ToolCall,
  type TraceEvent,
} from './call/index.js'
export { type RehearseOptions, type Report, rehearse } from './dryrun/index.js'
export { type EffectSource, footprintSource, type StatedFootprint } from './effects/index.js'
export { type RealRunOptions, run } from './gateway/run.js'
export { type Policy, parsePolicy } from './policy/index.js'
export { createTypeStripper, type TypeStripper } from './program/index.js'
export {
  type ChangeClass,
  type ContractChange,
  type ContractLock,
  compareContracts,
  createLock,
  createRegistry,
  parseLock,
  parseToolLists,
  parseToolsFile,
  type ServerTools,
  type ToolRegistry,
  toolsOfLock,
} from './registry/index.js'
export { createSchemaCompiler } from './schema/index.js'
