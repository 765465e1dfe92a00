import type { JsonObject } from '../../base/index.js'

/** What a probe is asked for. */
export interface ProbeSettings {
  /** Patterns of tools. */
  readonly names: readonly string[]
  readonly annotated: boolean
  readonly policy?: string
  /** Given for arguments of these names. */
  readonly values: JsonObject
  readonly seed: number
  readonly runs: number
  readonly path?: string
  readonly maxTokens: number
  readonly maxTimeMs: number
  readonly format: 'text' | 'json'
  /** Whether what was not probed, for want of time or of a server, is no failure. */
  readonly allowIncomplete: boolean
  /** In throwaway copies of this machine. */
  readonly copy: boolean
}
