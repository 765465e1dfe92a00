/**
 * `wire/` is JSON-RPC in both directions and knows nobody; `opening/` finds the era and introduces both sides, and the codec it
 * picks is all that differs between the eras afterwards; `requests/` asks page by page and gives the input a server asks for,
 * `calls/` calls tools and follows tasks, `subscriptions/` is told of changes; `create-session.ts` is what a caller gets.
 */
export type { LogLevel } from '../protocol/index.js'
export { errorOutcome, resultOutcome } from './calls/read-outcome.js'
export type { TaskHandle, TaskOptions, TaskState, TaskStatus } from './calls/task.js'
export type { Complaint, ComplaintKind, SessionListeners } from './complaint.js'
export { type ConnectOptions, connectServer } from './connect-server.js'
export { type ConnectUrlOptions, connectUrl } from './connect-url.js'
export { liveAnswerer } from './live-answerer.js'
export { type Connection, openSession, type SessionOptions } from './open-session.js'
export type { ClientInfo } from './opening/handshake.js'
export type { CallOptions, Progress, RequestOptions } from './request-options.js'
export type { CompleteOptions, CompletionReference, Session } from './session.js'
export type { Subscription, SubscriptionFilter } from './subscriptions/subscription.js'
export type { ServerRequestHandler, ServerRequestHandlers } from './wire/server-requests.js'
