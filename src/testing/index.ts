export { createProtocolSchemas, type ProtocolSchemas, type Side } from './protocol-schemas.js'
export { createWireCheck, type WireCheck, type WireViolation } from './wire-check.js'
