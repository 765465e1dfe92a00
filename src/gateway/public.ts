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
export type { GatewayOptions, ServersDocument } from './gateway-options.js'
export type { RunCall, RunReport } from './runs/run-report.js'
export type { TracedExecution } from './traced-execution.js'
export type { GatewayTracer } from './tracing/tracer.js'
export type { UpstreamHealth } from './upstreams/upstreams.js'
