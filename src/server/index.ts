export { answerResponse, createChainService } from './chain-service.js'
export { HTTP_LIMITS, type HttpLimits } from './http/http-limits.js'
export type { HttpProfile, HttpServing, ServedHttp } from './http/http-serving.js'
export type { HttpRefusal } from './http/refusal.js'
export { serveHttp } from './http/serve-http.js'
export { statusOfAnswer } from './http/status.js'
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
