export {
  type ClassifiedMessage,
  type ClassifiedResponse,
  classifyMessage,
  type InvalidMessage,
} from './classify-message.js'
export type {
  ClientSelf,
  Codec,
  Reading,
  ServerSelf,
  ToolPage,
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
export { legacyCodec } from './legacy-codec.js'
export { createLineDecoder, type DecodedLine } from './line-decoder.js'
export {
  RPC_CODES,
  type RpcError,
  type RpcFailure,
  type RpcId,
  type RpcNotification,
  type RpcRequest,
  type RpcResult,
} from './message.js'
export { type Era, eraOf, isRevision, NEWEST_LEGACY_REVISION, REVISIONS, type Revision } from './revision.js'
export type { Tool, ToolAnnotations } from './tool.js'
