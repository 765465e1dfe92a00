/** Finds out what the sandbox has to work with on this machine. */
import { type DenoBinary, type DenoSearch, findDeno } from './deno-binary.js'
import { LAYERS, type Layer, type LayerStatus, type Platform } from './layer.js'
import { findTool } from './system-tool.js'
import { type Starts, tryWrappers } from './wrapper-trial.js'

export interface SandboxProbe {
  readonly deno: DenoBinary
  /** Stands before the guest's command; each part adds a layer. */
  readonly wrapper: readonly string[]
  /** One row for each layer. */
  readonly layers: readonly LayerStatus[]
}

/**
 * Finds Deno and tries every layer once.
 * @param starts whether the Deno that was found starts behind all wrappers at once. Default: something harmless is tried.
 * @throws SandboxError SANDBOX_MISSING when there is no usable Deno, SANDBOX_ALTERED for another one than was published
 */
export async function probeSandbox(
  search: DenoSearch,
  starts?: (denoPath: string, ...behind: Parameters<Starts>) => ReturnType<Starts>,
): Promise<SandboxProbe> {
  const { platform, searchPath } = search
  const deno = await findDeno(search)
  const [{ wrapper, reasons }, noWatchdog] = await Promise.all([
    tryWrappers(platform.wrappers, deno.path, searchPath, starts?.bind(undefined, deno.path)),
    whyNoWatchdog(platform),
  ])
  const whyNot = (layer: Layer): string | undefined => {
    if (layer === 'watchdog') return platform.whyNever(layer) ?? noWatchdog
    if (layer === 'audit') return platform.whyNever(layer) ?? whyNoAudit(searchPath)
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

function whyNoAudit(searchPath: string): string | undefined {
  return findTool('mkfifo', searchPath) === undefined ? 'mkfifo (coreutils) is not installed' : undefined
}
