/**
 * `recording-index.ts` finds what was recorded of a request, `respond.ts` says it again, `no-match.ts` says why there is nothing;
 * what differs over HTTP stands in `http-*.ts`.
 */
export { createReplay, type Replay, type ReplayOptions } from './create-replay.js'
export { type Fault, parseFault } from './fault.js'
export { createLiveServer, type LiveHooks, type LiveServer, type LiveSession } from './live-server.js'
export { type Miss, NO_RECORDING } from './no-match.js'
export type { Timing } from './pace.js'
export { type RecordedServer, readRecordedServer, recordedServers } from './read-recordings.js'
export type { Repeats } from './repeats.js'
export type { Volatile } from './request-key.js'
