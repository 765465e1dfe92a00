/** A plan that is the calls of a session, in order: data, as `schemas/sequence.schema.json` has it. */
import type { JsonObject, JsonValue } from '../base/index.js'
import type { Outcome } from '../call/index.js'

/** Another number wherever the same text would mean other calls: by which words its references count is part of it. */
export const SEQUENCE_FORMAT = 'understudy.sequence/2'

export interface Sequence {
  readonly format: typeof SEQUENCE_FORMAT
  /** Every call of the session, reads and failed ones too: the step at index 0 is call 1. */
  readonly steps: readonly SequenceStep[]
  /** Values that each world makes anew, by the names that promises have for them. */
  readonly own: Readonly<Record<string, OwnValue>>
  /**
   * True where a reference is to a value that is too short to be told from others: it is right only in a world where nothing moved that
   * the session's effects touch.
   */
  readonly only_unmoved?: true
  /** What has to be on the disk as it was seen; in the order of the paths. Absent where nobody looked. */
  readonly world?: readonly WorldFact[]
}

export interface SequenceStep {
  readonly server: string
  readonly tool: string
  /** A template; absent: no `arguments` member is sent. */
  readonly arguments?: Template
  /** Declared to change nothing: it stays as a check. */
  readonly read?: true
  /** Calls of one number are made at once, as they were in the session. */
  readonly together?: number
  /** What was answered, and has to be again before the next step is made. */
  readonly promise: Promised
}

/**
 * JSON, below whose top an object with the one member `$text` is a text of words and references, one with `$value` is the number that a
 * reference finds, one with `$object` a list of names and members, and one with `$plain` is the object that stands in it.
 */
export type Template = JsonObject

export interface Promised {
  readonly outcome: Outcome['kind']
  /**
   * What was said; where an object with the one member `$own` stands, the number that is named there, where one with `$text` stands, a text
   * with such names in it; `$object` and `$plain` as in a template.
   */
  readonly value: JsonValue
}

export interface OwnValue {
  /** `id`: the same each time that its name is met, and no other's. `time`, `number`: any of its kind. */
  readonly kind: 'id' | 'time' | 'number'
  /** What it was in the session. */
  readonly session: string | number
}

/** What has to be on the disk when the sequence is made for real. Paths are absolute. */
export interface WorldFact {
  readonly path: string
  /** `file`: its contents, and of a folder that it is one; `folder`: everything below; `repository`: head, index and what is not ignored; `reference`: what it names, packed or not. */
  readonly kind: 'file' | 'folder' | 'repository' | 'reference'
  /** `sha256:…` of it; null: there is nothing; absent before somebody looked. */
  readonly digest?: string | null
  /** Number of the effect before which it has to be so. */
  readonly call: number
  /** Why it counts: the end of a sentence, such as `call 4 changes it`. */
  readonly why: string
}
