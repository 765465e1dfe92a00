export { type ConnectEntryOptions, connectEntry, startTransport } from './connect-entry.js'
export { containerTarget } from './container-target.js'
export { type AskedSession, describeServer } from './describe-server.js'
export type { OpenReplay } from './serve-recording.js'
