export { createLiveCaller } from './live-caller.js'
export { type ProbeResult, probeTools } from './probe-tools.js'
