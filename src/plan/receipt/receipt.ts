/** What a rehearsal expects of the real run of its plan: data, short-lived, spent once. */
import { digest, type JsonObject } from '../../base/index.js'
import type { Effect, Outcome, Source, ToolRef } from '../../call/index.js'
import type { SignedApproval } from '../approval.js'
import type { ReceiptChange } from './shown-changes.js'

/** Another number wherever the same text would mean other calls: by which words its arguments count is part of it. */
export const RECEIPT_FORMAT = 'understudy.receipt/2'

/** As `schemas/receipt.schema.json` has it. Nothing in it is a secret: those stand as digests with the journal's key. */
export interface Receipt {
  readonly format: typeof RECEIPT_FORMAT
  /** `sha256:…` of all that follows, the seal left out. */
  readonly id: string
  readonly plan: {
    /** `sha256:…` of text, parameters and contracts: the `plan_id` of both reports. */
    readonly id: string
    readonly file_name: string
    /** `sha256:…` of the text alone. */
    readonly text: string
    /** `hmac-sha256:…` of the parameters. */
    readonly params: string
  }
  /** Of the rehearsal. */
  readonly verdict: 'pass' | 'uncertain'
  readonly seed: number
  /** ISO 8601: where the clock of the rehearsal started, and that of the run does. */
  readonly starts_at: string
  /** ISO 8601; the wall clock's. */
  readonly made_at: string
  readonly expires_at: string
  /** On whose behalf it may be spent. */
  readonly principal: string
  /** The one journal that may spend it. */
  readonly journal: string
  /** Of this package: another one may read programs otherwise. */
  readonly version: string
  /** `sha256:…` of the policy; null without one. */
  readonly policy: string | null
  /** Every tool that the text names or that was called. */
  readonly tools: Readonly<Record<ToolRef, ReceiptTool>>
  /** `hmac-sha256:…` of the id with the journal's key: nobody else can make a receipt. */
  readonly seal: string
  /** In the order of the calls. */
  readonly reads: readonly ReceiptRead[]
  readonly effects: readonly ReceiptEffect[]
  /** Local files and what they were; in the order of their paths. */
  readonly files: readonly ReceiptFile[]
  /** What a copy showed that effects change, in the order of their calls: what is kept of before. */
  readonly changes: readonly ReceiptChange[]
  /** Of its id, by whoever looked at it: no part of what the id is of. */
  readonly approvals?: readonly SignedApproval[]
}

export interface ReceiptTool {
  /** The fingerprint of its contract; null for one that nobody could list. */
  readonly contract: string | null
  /** What it is taken to do: claimed, or seen. */
  readonly effect: Effect
  /** `hmac-sha256:…` of how its server was started or reached; absent where that is not known. */
  readonly server?: string
}

/** As a registry has it. */
export interface KnownTool extends Omit<ReceiptTool, 'server'> {
  /** `sha256:…` of how its server is started or reached; absent where that is not known. */
  readonly launch?: string | undefined
}

/** What every call has. */
interface ReceiptCall {
  /** Its number in the rehearsal. */
  readonly call: number
  readonly tool: ToolRef
  /** `LINE:COLUMN`; absent where the text does not tell. */
  readonly place?: string
  /** How often its place had been called before. */
  readonly nth: number
  /** Milliseconds of the program's time that the call takes. */
  readonly takes_ms: number
  /** Who said in the rehearsal what the rest says of its answer. */
  readonly source: Source
  readonly outcome: Outcome['kind']
  /** `hmac-sha256:…` of which members the answer has, and of what kinds; absent where nothing was said of it. */
  readonly shape?: string
}

export interface ReceiptRead extends ReceiptCall {
  /** `hmac-sha256:…` of what was answered; absent where it was a guess. */
  readonly answer?: string
  /** JSON Pointers into the answer that differ from one copy to the next, and are left out of its digest. */
  readonly volatile?: readonly string[]
  /** What calls of the rehearsal were seen to hang on, in variants of it; absent: they may hang on all of the answer. */
  readonly used?: UsedPart
}

/** Parts of an answer. */
export interface UsedPart {
  /** JSON Pointers; none where nothing hangs on it. */
  readonly pointers: readonly string[]
  /** `hmac-sha256:…` of what stands there; absent where there are none. */
  readonly answer?: string
}

export interface ReceiptEffect extends ReceiptCall {
  readonly effect: Exclude<Effect, 'read'>
  /** As they were; null where `known_after`, `unknown` or `secret` says more. */
  readonly arguments: JsonObject
  /** Of a sequence: what the arguments are made of, references to answers in it. Then `arguments` is what they were in the rehearsal. */
  readonly template?: JsonObject
  /** By JSON Pointer into the arguments. */
  readonly known_after?: Readonly<Record<string, KnownAfter>>
  /** By JSON Pointer: numbers of the calls of whose answers it is a part, and nobody knows which. */
  readonly unknown?: Readonly<Record<string, readonly number[]>>
  /** By JSON Pointer, of texts that are made of what is unknown: what stands before, between and after. */
  readonly unknown_within?: Readonly<Record<string, readonly string[]>>
  /** By JSON Pointer: `hmac-sha256:…`. */
  readonly secret?: Readonly<Record<string, string>>
  readonly footprint: { readonly reads: Extent; readonly writes: Extent }
  /** Which answers the plan had when it made the call: it may be computed from each of them. */
  readonly before: { readonly up_to: number } | { readonly calls: readonly number[] }
  readonly reversible: 'yes' | 'no' | 'unknown'
  /** Why what it changes cannot be put back by its former bytes, the end of a sentence; absent: it can. */
  readonly no_way_back?: string
}

type Extent = 'whole' | readonly string[]

/** `before`, then what the answer of a call has at a JSON Pointer, or one word of that, then `after`. */
export interface KnownAfter {
  readonly call: number
  readonly pointer: string
  /** Which word of the text there, from 0, as `splitText` has them; absent: all of it. */
  readonly word?: number
  /** Absent: the very value. */
  readonly before?: string
  readonly after?: string
}

/** One of local files. */
export interface ReceiptFile {
  /** Absolute; one that holds a secret is sealed with the journal's key: `readFilePath` reads both. */
  readonly path: string
  /** `hmac-sha256:…` of its contents; null: there is none. */
  readonly digest: string | null
  /** Number of the effect before which it has to be so. */
  readonly call: number
  /** What counts there; absent: the contents of a file. */
  readonly kind?: 'file' | 'folder' | 'repository' | 'reference'
}

/** `sha256:…` of everything but the id itself, and seal and approvals, which are of the id. */
export function receiptId(content: ReceiptContent): string {
  return digest(content)
}

/** False for one that was edited, and for what only looks like a receipt. */
export function isUnedited({ id, seal: _, approvals: __, ...content }: Receipt): boolean {
  try {
    return receiptId(content) === id
  } catch {
    // What has no canonical form has no digest.
    return false
  }
}

export type ReceiptContent = Omit<Receipt, 'id' | 'seal' | 'approvals'>
