export { DEFAULT_BUDGETS } from './budgets.js'
export type { DenoBinary } from './deno-binary.js'
export { createDenoSandbox, type DenoSandboxOptions, sandboxLayers } from './deno-sandbox.js'
export { LAYERS, type Layer, type LayerStatus } from './layer.js'
export type { SandboxProbe } from './probe.js'
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
  GuestToolError,
  Sandbox,
} from './sandbox.js'
