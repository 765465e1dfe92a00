/** What of a real run outlives its process: the port, and what it keeps. */

/**
 * Keeps runs so that no effect of them happens twice. No journal can make a call and its record one thing: what it promises is that a
 * call is never sent again by itself, and that after a crash the calls that may have happened are named.
 *
 * What a method has resolved with is durable: as far as the power goes for `add`, `claim`, `mark` and `decide`; a note survives the
 * death of the process, and the next mark makes it as durable as itself. A note that is lost is a doubt, never a lie.
 * All methods may be called concurrently, also by several processes. Each may be asked again after the connection was lost: it
 * recognises its own first try. Times are those of one clock, the journal's, and never compared with a process's own.
 * Rejects with StoreError when what is behind it fails. Whoever opened it closes it.
 */
export interface RunJournal extends RunStore {
  /** Of the digests in the receipts that it may spend, and of their seals: who lacks it makes none. */
  readonly receiptKey: string
  /** Of what runs changed on this machine, as it was before: 64 hexadecimal digits. */
  readonly undoKey: string
}

/** Where a journal keeps its runs. */
export interface RunStore extends AsyncDisposable {
  /** Names it: what a receipt says of the one journal that may spend it. A copy of it has another name. */
  readonly id: string
  /**
   * Lists a run, from its first moment. A receipt is spent by it: of two runs with one receipt, also of two processes, one is added.
   * What is older than 30 days is forgotten on the way, but for runs that somebody owns.
   */
  add(run: NewRun): Promise<'added' | 'spent'>
  /** Takes a run, for as long as the lease is renewed. Nobody else has it then: every owner before it has lost it for good. */
  claim(id: string, owner: Owner): Promise<Claim>
  /** What a person says. False: not that question, not that call, or it was said already; nothing has changed then. */
  decide(id: string, decision: Decision): Promise<boolean>
  /** Undefined for a run that there is not, or not of that kind. Default: a real run. */
  read(id: string, kind?: RunKind): Promise<JournaledRun | undefined>
  /** Newest first. Default: real runs, of everybody. */
  list(principal?: string, kind?: RunKind): Promise<readonly RunSummary[]>
}

/** One owner's hold on a run. Every method rejects with StoreError RUN_LOST once another owner has it, or somebody abandoned it. */
export interface OwnedRun {
  /** Larger than that of every owner before. */
  readonly fence: number
  /**
   * Renews the lease, writes down what was answered since the last mark and what was asked, and begins calls, all in one: what is
   * answered here is durable before the calls leave. Resolves with the keys of the calls that this very attempt began: send no other.
   * With nothing in it, it is the heartbeat.
   */
  mark(batch: MarkBatch): Promise<readonly string[]>
  /** Writes down what calls that were begun were answered. By the owner that sent them, also when another one has the run by now. */
  note(answered: readonly SentAnswer[]): Promise<void>
  /** Takes a call back that was begun, and not sent. `proof`: given back with it as its outcome, until it begins anew. Default: none. */
  withdraw(call: CallKey, attempt: string, proof?: string): Promise<void>
  /** Ends the ownership: for a question to a person, a doubt, or for good. */
  leave(how: Leave): Promise<void>
}

/**
 * `waiting`: for a person. `doubt`: a call was sent, and nobody knows whether it took effect. `failed`: it ended by itself, otherwise
 * than completed. `stopped`: it was not let go on.
 */
export type RunState = 'running' | 'waiting' | 'doubt' | EndState
export type EndState = 'done' | 'failed' | 'stopped' | 'abandoned'
/** `waiting`: asked for, and never sent. `sent`, of an owner that is gone: in doubt. */
export type CallState = 'waiting' | 'sent' | 'done'

/** `rehearsal`: what a client did in a copied world. Its calls are kept as those of a run, and nothing of it happened. */
export type RunKind = 'run' | 'rehearsal'

export interface NewRun {
  /** Unguessable, and never used twice. */
  readonly id: string
  /** Default `run`. */
  readonly kind?: RunKind | undefined
  /** On whose behalf it runs. */
  readonly principal: string
  /** The receipt that it spends. */
  readonly receipt?: string | undefined
  /** What a list tells of it, in a few words. */
  readonly title: string
  /** The text of the plan. */
  readonly plan: string
  /** Whatever it takes to run it again: written once, and given back as it was. */
  readonly settings: string
}

export interface Owner {
  /** A word that no other process has, and that says which one it is. */
  readonly name: string
  /** Milliseconds. Where the system tells who is dead, a lease is not needed. */
  readonly leaseMs: number
}

export type Claim =
  | { readonly kind: 'owned'; readonly run: OwnedRun }
  /** Another owner has it: for `retryMs` more, if nothing is heard of it; where the system knows who is dead, as long as it lives. */
  | { readonly kind: 'busy'; readonly owner: string; readonly retryMs?: number }
  /** A person has to answer its question, or to settle a call, first. */
  | { readonly kind: 'waiting' | 'doubt' }
  | { readonly kind: 'over'; readonly state: EndState }
  | { readonly kind: 'missing' }

/** Which call of a run: its place in the plan, and how often that was called before. */
export interface CallKey {
  readonly site: string
  readonly occurrence: number
}

export interface AskedCall extends CallKey {
  /** Its number in the run. */
  readonly n: number
  /** `server:tool`. */
  readonly tool: string
  /** Of tool, arguments and time: what a program that is run again has to ask for in its place. */
  readonly digest: string
  readonly arguments: string
}

export interface BegunCall extends AskedCall {
  /** A fresh word: tells this sending from every other. */
  readonly attempt: string
}

export interface Answered {
  readonly outcome: string
  /** Milliseconds of the program's own time at which it was given to the program. */
  readonly givenMs: number
}

export interface MarkBatch {
  /** Calls that changed nothing, with their answers. */
  readonly answered: readonly (AskedCall & Answered)[]
  /** Asked for, and neither sent nor answered. */
  readonly asked: readonly AskedCall[]
  readonly begun: readonly BegunCall[]
}

export interface SentAnswer extends CallKey, Answered {}

export type Leave =
  /** The digest is of what was shown. The question is about a call that was not sent, or about the whole run. */
  | { readonly kind: 'ask'; readonly question: Question; readonly call?: AskedCall | undefined }
  | { readonly kind: 'doubt' }
  /** Anybody may go on with it at once. */
  | { readonly kind: 'pause' }
  | {
      readonly kind: 'end'
      readonly state: Exclude<EndState, 'abandoned'>
      readonly result: string
      /** How it went beside what was said of it before: kept when all else is forgotten. */
      readonly went?: string | undefined
    }

export interface Question {
  readonly digest: string
  readonly text: string
}

export interface Approval {
  /** The digest of what was shown. */
  readonly question: string
  readonly by: string
  /** Of run and question, by whoever approved: base64url, Ed25519. */
  readonly signature?: string | undefined
}

export type Decision =
  /** Once by each signature, and once without one. */
  | ({ readonly kind: 'approve' } & Approval)
  /** A doubt is over: the call happened, and said this, or it did not. */
  | {
      readonly kind: 'settle'
      readonly call: CallKey
      readonly as: Answered | 'never sent'
      readonly by: string
      /** Of a call that was never sent: as of one that is taken back. */
      readonly proof?: string | undefined
    }
  | { readonly kind: 'abandon'; readonly by: string }
  /** Whoever wanted it has what it came to: no raw answer is kept any longer. */
  | { readonly kind: 'shown' }

export interface RunSummary {
  readonly id: string
  /** Absent: a real run. */
  readonly kind?: 'rehearsal' | undefined
  readonly principal: string
  readonly state: RunState
  readonly title: string
  /** ISO 8601, by the journal's clock. */
  readonly createdAt: string
  readonly receipt?: string | undefined
  readonly went?: string | undefined
}

export interface JournaledRun extends RunSummary {
  readonly plan: string
  readonly settings: string
  readonly question?: Question | undefined
  /** Which questions somebody answered with yes. */
  readonly approvals: readonly Approval[]
  readonly result?: string | undefined
  /** By number. */
  readonly calls: readonly JournaledCall[]
}

export interface JournaledCall extends AskedCall {
  readonly state: CallState
  /** Absent for one that was asked and not answered, unless it was taken back: then, below the seal, the proof of that. */
  readonly outcome?: string | undefined
  readonly givenMs?: number | undefined
  /** Who said what became of it, where that was no server. */
  readonly settledBy?: string | undefined
}

export function keyOf({ site, occurrence }: CallKey): string {
  return `${site}#${occurrence}`
}

/** What stores ask of a run of theirs. */
export function isOfKind(
  { kind }: { readonly kind?: RunKind | undefined },
  wanted: RunKind = 'run',
): boolean {
  return (kind ?? 'run') === wanted
}

/** How long a run is kept at the most. Days. */
export const KEPT_DAYS = 30
