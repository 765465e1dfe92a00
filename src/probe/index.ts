/** Calls tools with what their schemas allow and forbid, through the port `ProbeCaller`, and judges what comes back. */
export { createFreshCaller } from './fresh-caller.js'
export { createLiveCaller, type LiveCaller, type LiveCallerOptions } from './live-caller.js'
export type { CallEvent, CallReport, ProbeCaller } from './probe-caller.js'
export type { ProbeCheck, ProbeFinding, ProbeFindingKind, ProbeNote, StrayFinding } from './probe-finding.js'
export type { InputKind } from './probe-input.js'
export { type ProbeOptions, type ProbeResult, probeTools } from './probe-tools.js'
