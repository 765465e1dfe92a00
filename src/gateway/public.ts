/** The door that users have. */
export type { Approval, ApprovalQuestion, Approve } from './approvals/approve.js'
export { createGateway } from './create-gateway.js'
export {
  GATEWAY_MODES,
  type Gateway,
  type GatewayMode,
  type RehearseChoice,
  type RunChoice,
} from './gateway.js'
export type { GatewayOptions } from './gateway-options.js'
export type { RunCall, RunReport } from './runs/run-report.js'
export type { GatewayTracer, TracedExecution } from './tracing/tracer.js'
export type { UpstreamHealth } from './upstreams/upstreams.js'
