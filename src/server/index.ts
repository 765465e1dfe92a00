/**
 * `service.ts` is the port that is served; `eras/` is all that differs between the eras for a server, `client/` one client's
 * conversation, whatever it goes over; `http/` is all that knows of HTTP, and of whoever talks with its clients only the port
 * `http/conversations.ts`.
 */
export { answerResponse, createChainService } from './chain-service.js'
export { createBatchSink, problemOfBatch } from './client/batch-sink.js'
export type { ServedClient } from './client/create-served-client.js'
export { errorOfEnvelope } from './eras/envelope.js'
export type { ClientSession, Conversations, SessionClient } from './http/conversations.js'
export type { HttpProfile, HttpServing, ServedHttp } from './http/http-serving.js'
export type { HttpRefusal } from './http/refusal.js'
export { HTTP_LIMITS, type HttpLimits, serveConversations, serveHttp } from './http/serve-http.js'
export { statusOfAnswer } from './http/status.js'
export { createLineWriter, type LineWriter } from './line-writer.js'
export type { ResponseSink } from './response-sink.js'
export { serveInMemory } from './serve-in-memory.js'
export { type ServedStdio, type StdioServing, serveStdio } from './serve-stdio.js'
export type {
  HttpRequestFacts,
  ServedClientSelf,
  ServedConnection,
  Service,
  ServiceRequest,
  ServiceResponse,
  ServiceSelf,
  Turn,
} from './service.js'
