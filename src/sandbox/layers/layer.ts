/** The layers of isolation around a guest, by name. */

/** All layers, in the order in which they are told. docs/reference/sandbox-layers.md has a row for each. */
export const LAYERS = [
  'deno-permissions',
  'rlimits',
  'netns',
  'nobody',
  'no-new-privs',
  'watchdog',
  'audit',
] as const

export type Layer = (typeof LAYERS)[number]

/** Whether a layer is active on this machine. */
export interface LayerStatus {
  readonly layer: Layer
  readonly active: boolean
  /** Why it is not. */
  readonly why?: string
}

/**
 * What differs from one operating system to the next: one implementation each.
 * Asks nothing of the machine until a method is called; owns nothing.
 */
export interface Platform {
  /** The npm package with the binary, and the binary's name in it; undefined when there is none for this machine. */
  readonly denoPackage: { readonly name: string; readonly binary: string } | undefined
  /** Programs that stand before the guest's command and each add a layer, outermost first. */
  readonly wrappers: readonly Wrapper[]
  /** What a guest uses is read this often; milliseconds. */
  readonly watchEveryMs: number
  /** What a process uses now; undefined when it is gone or cannot be read. */
  readUsage(pid: number): Promise<Usage | undefined>
  /** Why a layer cannot be had on this system at all; undefined when it can. */
  whyNever(layer: Layer): string | undefined
}

export interface Wrapper {
  readonly layer: Layer
  /**
   * Commands that add the layer, the best first; the first one that works here is taken. Of one program in two wrappers that follow each
   * other it becomes one command, with the options of both.
   */
  readonly commands: readonly (readonly string[])[]
}

export interface Usage {
  /** Seconds of processor time so far; undefined where the system does not tell. */
  readonly cpuSeconds: number | undefined
  readonly residentBytes: number
}
