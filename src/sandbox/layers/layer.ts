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
