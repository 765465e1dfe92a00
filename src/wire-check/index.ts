/** Every message of a connection held against the schemas of its revision; knows no client, only what passes on a tap. */
export { eventSize } from './event-size.js'
export {
  createProtocolSchemas,
  type ProtocolSchemas,
  type Side,
  sharedProtocolSchemas,
} from './protocol-schemas.js'
export { createViolationLog, type ViolationLog, type WireViolation } from './violation-log.js'
export { createWireCheck, type WireCheck } from './wire-check.js'
