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
