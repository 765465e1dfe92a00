/**
 * Starts the server of an entry, or reaches it, in the one way in which all of the package does: `connect-entry` opens a session,
 * `describe-server` asks for tools, `server-reach` tells what a server can reach, `gateway-marks` which gateways stand in front of it.
 */
export { type ConnectEntryOptions, connectEntry, containerTarget, startTransport } from './connect-entry.js'
export { type AskedSession, describeServer, describeWholeServer } from './describe-server.js'
export { BEHIND_ITSELF, MARKS_HEADER, MARKS_VARIABLE, readMarks } from './gateway-marks.js'
export type { OpenReplay } from './serve-recording.js'
export { serverReach, serversBeside } from './server-reach.js'
