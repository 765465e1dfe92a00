/**
 * `client/` is the Mock MCP Client, and loads copies only where a server runs in one; `matchers/` are plain data and know no test
 * framework, `vacuity/` holds what passed against answers that say nothing; `fixtures/` are folders and servers for a test;
 * `mock/` is a server in the place of another one; `vitest/` is the one door that acts when it is imported.
 */
export { estimateTokens, type JsonObject, type JsonValue } from '../base/index.js'
export type { FileEffect } from '../dryrun/index.js'
export {
  type CallEvent,
  type CallReport,
  createLiveCaller,
  type InputKind,
  type LiveCaller,
  type LiveCallerOptions,
  type ProbeCaller,
  type ProbeCheck,
  type ProbeFinding,
  type ProbeFindingKind,
  type ProbeNote,
  type ProbeOptions,
  type ProbeResult,
  probeTools,
  type StrayFinding,
} from '../probe/index.js'
export type {
  Completion,
  ContentBlock,
  Era,
  FilledPrompt,
  Prompt,
  PromptMessage,
  Resource,
  ResourceContents,
  ResourceTemplate,
  Revision,
  Tool,
  ToolAnnotations,
} from '../protocol/index.js'
export type { ServedHttp } from '../server/index.js'
export type {
  Complaint,
  CompletionReference,
  LogLevel,
  Progress,
  Session,
  Subscription,
  SubscriptionFilter,
  TaskState,
} from '../session/index.js'
export {
  type Fault as TortureFault,
  runTorture,
  TORTURE_ROWS,
  type TortureOptions,
  type TortureResult,
  type TortureRow,
} from '../torture/index.js'
export {
  type BuildOptions,
  type BuiltImage,
  buildImage,
  type ContainerEngine,
  type ContainerSettings,
  type EngineName,
  type EngineReply,
  type EngineRunOptions,
  findEngine,
  type ImageBuild,
  type RunningContainer,
  type ServerObject,
  type TapEvent,
} from '../transport/index.js'
export {
  createProtocolSchemas,
  createWireCheck,
  type ProtocolSchemas,
  type Side,
  type WireCheck,
  type WireViolation,
} from '../wire-check/index.js'
export type { ClientCopy, CopyChoice } from './client/client-copy.js'
export type { HostName, HostProfile } from './client/host-profile.js'
export { MCPResponse, type Received, type ResponseCircumstances } from './client/mcp-response.js'
export { MockMCPClient } from './client/mock-mcp-client.js'
export type { WaitOptions } from './client/notification-inbox.js'
export type {
  CallOptions,
  CompleteOptions,
  RequestOptions,
  TaskOptions,
  ToolCallOptions,
} from './client/request-options.js'
export type {
  BuildTarget,
  ClientOptions,
  CommandTarget,
  ImageTarget,
  ObjectTarget,
  RecordSettings,
  StartOptions,
  UrlTarget,
} from './client/start-options.js'
export type { ClientTask } from './client/tool-call.js'
export { type HttpServer, type HttpServerOptions, startHttpServer } from './fixtures/http-server.js'
export { type DeadFiles, findDeadFiles, type Liveness } from './fixtures/liveness.js'
export { createProject, type Project, type ProjectOptions } from './fixtures/project.js'
export type { CalledReport, ReportCall } from './matchers/called-report.js'
export { type ContentMatcher, contentMatcher } from './matchers/content-matcher.js'
export {
  createMatchers,
  type MatcherMethods,
  type MatcherName,
  type Matchers,
  matchers,
} from './matchers/create-matchers.js'
export {
  type AsyncResponseChain,
  createExpectResponse,
  type ExpectResponse,
  expectResponse,
  type ResponseChain,
} from './matchers/expect-response.js'
export type { Where } from './matchers/heard.js'
export type { MatcherResult } from './matchers/matcher.js'
export { type NormaliseOptions, normalise, normalised } from './matchers/normalise.js'
export { type Refusal, type RefusalForm, readRefusal } from './matchers/refusal.js'
export type { ReachOptions } from './matchers/report-reach.js'
export type { CallOnlyArguments } from './matchers/to-call-only.js'
export type { ExpectedChanges } from './matchers/to-have-changed.js'
export type { NoEffectsOptions } from './matchers/to-have-no-effects.js'
export type { ProgressClaim } from './matchers/to-have-progressed.js'
export type { StructuredArguments } from './matchers/to-have-structured.js'
export type { ToolContract } from './matchers/to-list-tool.js'
export type { CleanOptions } from './matchers/to-rehearse-cleanly.js'
export type { ToolName } from './matchers/tool-names.js'
export { createMockServer, type MockAddress, type MockServer } from './mock/create-mock-server.js'
export type { MockAnswer, MockCall, MockServerOptions } from './mock/mock-options.js'
export {
  createVacuityLog,
  type VacuityFinding,
  type VacuityLog,
  type VacuityMode,
} from './vacuity/vacuity-log.js'
