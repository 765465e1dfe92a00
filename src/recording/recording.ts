/** One recorded call of a tool. */
import type { JsonObject } from '../base/index.js'
import type { Outcome } from '../call/index.js'

export interface Recording {
  /** See recording-key.ts. */
  readonly key: string
  readonly keyVersion: number
  readonly server: string
  readonly serverVersion?: string
  /** Digest of how the server was started or reached; two servers of one name are told apart by it. */
  readonly launch?: string
  readonly tool: string
  /** Secrets already replaced. */
  readonly arguments?: JsonObject
  /** Of the tool's contract when it was recorded. */
  readonly fingerprint: string
  /** Whose credentials were used; answers never cross from one to another. */
  readonly principal: string
  /** The tool's effect as it was understood then; answers of tools that write are evidence and not served. */
  readonly effect: 'read' | 'write' | 'destructive' | 'external' | 'unknown'
  readonly outcome: Outcome
  /** ISO 8601. */
  readonly recordedAt: string
  readonly durationMs: number
  /** Revision of the protocol, such as "2025-11-25". */
  readonly revision: string
}
