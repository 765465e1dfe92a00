export { createFreshCaller } from './fresh-caller.js'
export { createLiveCaller } from './live-caller.js'
export type { ProbeCaller } from './probe-caller.js'
export { type ProbeResult, probeTools } from './probe-tools.js'
