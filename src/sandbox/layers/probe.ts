/** Finds out what the sandbox has to work with on this machine. */
import { type DenoBinary, type DenoSearch, findDeno } from './deno-binary.js'
import { LAYERS, type Layer, type LayerStatus, type Platform } from './layer.js'
import { findTool } from './system-tool.js'
import { tryWrappers } from './wrapper-trial.js'

export interface SandboxProbe {
  readonly deno: DenoBinary
  /** Stands before the guest's command; each part adds a layer. */
  readonly wrapper: readonly string[]
  /** One row for each layer. */
  readonly layers: readonly LayerStatus[]
}

/**
 * Finds Deno and tries every layer once.
 * @throws SandboxError SANDBOX_MISSING when there is no usable Deno, SANDBOX_ALTERED for another one than was published
 */
export async function probeSandbox(search: DenoSearch): Promise<SandboxProbe> {
  const { platform, searchPath } = search
  const deno = await findDeno(search)
  const [{ wrapper, reasons }, noWatchdog, noAudit] = await Promise.all([
    tryWrappers(platform.wrappers, deno.path, searchPath),
    whyNoWatchdog(platform),
    whyNoAudit(searchPath),
  ])
  const whyNot = (layer: Layer): string | undefined => {
    if (layer === 'watchdog') return platform.whyNever(layer) ?? noWatchdog
    if (layer === 'audit') return platform.whyNever(layer) ?? noAudit
    return platform.whyNever(layer) ?? reasons.get(layer)
  }
  return { deno, wrapper, layers: LAYERS.map((layer) => statusOf(layer, whyNot(layer))) }
}

function statusOf(layer: Layer, why: string | undefined): LayerStatus {
  return why === undefined ? { layer, active: true } : { layer, active: false, why }
}

async function whyNoWatchdog(platform: Platform): Promise<string | undefined> {
  const usage = await platform.readUsage(process.pid)
  return usage === undefined ? 'what a process uses cannot be read here' : undefined
}

async function whyNoAudit(searchPath: string): Promise<string | undefined> {
  const mkfifo = await findTool('mkfifo', searchPath)
  return mkfifo === undefined ? 'mkfifo (coreutils) is not installed' : undefined
}
