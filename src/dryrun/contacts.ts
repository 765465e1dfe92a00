/**
 * The port to servers that rehearsals may ask for real: tools that only read, dry runs that tools have of their own, and servers that
 * stand in for others. A rehearsal cannot reach one: whoever may, hands it in. What its answers prove is decided in the ledger.
 */
import type { Outcome, ToolCall } from '../call/index.js'

export const CONTACT_KINDS = ['live', 'preview', 'stand-in'] as const
export type ContactKind = (typeof CONTACT_KINDS)[number]

/** Sets up the stand-ins anew for each rehearsal, and so for each seed. */
export interface ContactSource {
  /** Whoever opens it closes it. @throws the signal's reason when aborted; UnderstudyError where a stand-in cannot be set up */
  open(signal?: AbortSignal): Promise<OpenContacts>
  /** Names of the servers that others stand in for. */
  readonly standIns: readonly string[]
}

/** Disposing ends what was started, and takes away what was set up. */
export interface OpenContacts extends AsyncDisposable {
  /** How a tool may be asked; undefined: not at all. The same each time. */
  kindOf(tool: { readonly server: string; readonly tool: string }): ContactKind | undefined
  /**
   * Asks as `kindOf` says, a dry run with its argument. Of a call for which that is undefined nobody is asked.
   * Never rejects but with the reason of the call's signal: a server that breaks is told in the answer.
   */
  ask(call: ToolCall): Promise<ContactAnswer>
  /** As disposing, once the run is over. None answers after it. */
  end(): Promise<void>
}

export interface ContactAnswer {
  /** Absent when there was none that counts. */
  readonly outcome?: Outcome
  /** Why there was none: the end of a sentence. */
  readonly broke?: string
  /** Whether anything was sent. */
  readonly wasAsked: boolean
  /** Milliseconds of real time until the answer was there. */
  readonly tookMs: number
}
