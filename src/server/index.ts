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
