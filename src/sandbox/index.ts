/**
 * The files at the top run on the host, and `guest/` is all that runs inside. Host and guest know each other by `bridge.ts`
 * alone. A job goes from the sandbox to a guest of the pool, its calls to the call desk, which holds every reply back until the
 * guest awaits it (docs/decisions/replies-held-back.md).
 */
export { DEFAULT_BUDGETS, defaultBudgets } from './budgets.js'
export { createDenoSandbox, type DenoSandboxOptions, sandboxLayers } from './deno-sandbox.js'
export type { DenoBinary } from './layers/deno-binary.js'
export { LAYERS, type Layer, type LayerStatus } from './layers/layer.js'
export type { SandboxProbe } from './layers/probe.js'
export type {
  Budgets,
  CapabilityAttempt,
  ConsoleLine,
  Ended,
  GuestCall,
  GuestError,
  GuestJob,
  GuestReply,
  GuestRun,
  GuestSeries,
  GuestToolError,
  Sandbox,
  Watched,
  WatchedCondition,
  WatchedValue,
  World,
} from './sandbox.js'
