export { openTracer } from './open-tracer.js'
export { traceExecution } from './trace-execution.js'
export type { GatewayTracer } from './tracer.js'
