/** Where a client records to. */
import type { RecordingStore, RedactionRules } from '../../recording/index.js'

/** Where recordings go; exactly one of `store` and `path`. */
export interface RecordSettings {
  /** An open store, which stays open. */
  readonly store?: RecordingStore
  /** A file: a cassette where its name ends in `.jsonl`, else a SQLite store. */
  readonly path?: string
  /** What the server is called in the recordings; default `server`. */
  readonly server?: string
  /** Values that must not be stored, beside the secrets of `env` and `headers`. */
  readonly secrets?: readonly string[]
  /** What is replaced beside secrets, and what stays: `redact` of the settings, without its values. */
  readonly redaction?: RedactionRules
}
