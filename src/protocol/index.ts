/**
 * `codec.ts` is what the two eras differ in, `legacy-codec.ts` and `modern-codec.ts` are theirs; `classify-message.ts` says what
 * a message is, `line-decoder.ts` frames them; the `read-` files each read one kind of result.
 */
export {
  type ClassifiedMessage,
  type ClassifiedResponse,
  classifyMessage,
  type InvalidMessage,
} from './classify-message.js'
export type {
  ClientSelf,
  Codec,
  InputRequest,
  InputRequired,
  Page,
  Reading,
  ServerSelf,
  Step,
  ToolResult,
} from './codec.js'
export type {
  AudioBlock,
  ContentBlock,
  EmbeddedResourceBlock,
  ImageBlock,
  ResourceLinkBlock,
  TextBlock,
} from './content.js'
export { HANDSHAKES, isHandshake } from './handshake.js'
export {
  type HttpAnomalies,
  type HttpHeaders,
  type HttpKnowledge,
  type HttpRequest,
  type HttpSession,
  httpAnomalies,
  isOwnHost,
} from './http-anomalies.js'
export { createLegacyCodec } from './legacy-codec.js'
export { createLineDecoder, type DecodedLine, type LineDecoder } from './line-decoder.js'
export { isBelowLevel, isLogLevel, type LogLevel } from './log-levels.js'
export {
  cancelledId,
  messagesIn,
  RPC_CODES,
  type RpcError,
  type RpcFailure,
  type RpcId,
  type RpcNotification,
  type RpcRequest,
  type RpcResult,
  rpcIdKey,
} from './message.js'
export { MESSAGE_BYTES } from './message-size.js'
export { createModernCodec, META_KEYS } from './modern-codec.js'
export { type ParamHeader, readParamHeaders } from './param-headers.js'
export { type Completion, readCompletion } from './read-completion.js'
export { readPage } from './read-page.js'
export {
  type FilledPrompt,
  type Prompt,
  type PromptArgument,
  type PromptMessage,
  readFilledPrompt,
  readPrompt,
} from './read-prompt.js'
export {
  type Resource,
  type ResourceContents,
  type ResourceTemplate,
  readResource,
  readResourceContents,
  readResourceTemplate,
} from './read-resource.js'
export { readInputRequests } from './read-step.js'
export { readToolResult } from './read-tool-result.js'
export {
  DEFAULT_ERA,
  ERA_CHOICES,
  type Era,
  type EraChoice,
  eraOf,
  isModernRevision,
  isRevision,
  NEWEST_LEGACY_REVISION,
  NEWEST_REVISION,
  primesStreams,
  REVISIONS,
  type Revision,
  whyNoBatch,
} from './revision.js'
export { readTool, type Tool, type ToolAnnotations } from './tool.js'
