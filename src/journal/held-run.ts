/** A run in the hands of its owner: its links of the chain, its questions to a person, and its end. */
import { type Clock, digest, type JsonValue, UnderstudyError } from '../base/index.js'
import type { ToolCall } from '../call/index.js'
import { createHistory, type History } from './history.js'
import { createJournalLinks, type Doubt, type JournalLinks } from './journal-links.js'
import { createLedger, type Ledger } from './ledger.js'
import type {
  Approval,
  EndState,
  JournaledRun,
  Leave,
  OwnedRun,
  Owner,
  Question,
  RunJournal,
} from './run-journal.js'

export interface HeldRun {
  /** For the one chain of this run. `onStopped` is told of a call after which it must not go on. */
  links(onStopped: (call: ToolCall, why: string) => void): JournalLinks
  /**
   * Lets a person decide on a call: the run waits without an owner meanwhile, so that any other may go on with it. `ask` puts the question
   * to whoever is here; a yes from elsewhere ends the waiting too. A question that was answered with yes is not asked again.
   */
  ask(call: ToolCall, shown: JsonValue, here: AskHere): Promise<Answer>
  /** As `ask`, about the whole run: before its first call. */
  askFirst(shown: JsonValue, here: AskHere, signal?: AbortSignal): Promise<Answer>
  doubts(): readonly Doubt[]
  /** How many calls it made before that nobody has asked for this time. */
  unasked(): number
  /** The end of it, or of this owner's part: with a doubt it waits for that to be settled. Twice is fine. */
  end(state: Exclude<EndState, 'abandoned'>, result: string, went?: string): Promise<void>
  /** Anybody may go on with it. */
  pause(): Promise<void>
}

export interface AskHere {
  /** Absent where nobody can be asked: the run is left to wait. */
  readonly ask?: (() => Promise<Answer>) | undefined
  /** Whose yes it is. */
  readonly by: string
}

/** What a person is asked, and about which call. */
type Asked = Omit<Extract<Leave, { kind: 'ask' }>, 'kind'>

type Answer = { readonly approved: true } | { readonly approved: false; readonly why: string }

export interface HoldOptions {
  readonly journal: RunJournal
  readonly run: OwnedRun
  /** What the journal has of it. */
  readonly known: Pick<JournaledRun, 'id' | 'calls' | 'approvals'>
  readonly owner: Owner
  /** Keeps what is shown out of digests. */
  readonly salt: string
  readonly isOrdered: boolean
  readonly clock: Clock
  readonly changesNothing: (call: ToolCall) => boolean
  readonly mayBeRepeated: (call: ToolCall) => boolean
  readonly effectsAtOnce?: number | undefined
  readonly tellsWhenSent: boolean
  readonly waitsElsewhere?: boolean | undefined
  /** Whether a yes of the journal is one. Default: every one is. */
  readonly counts?: ((approval: Approval) => boolean) | undefined
}

export function holdRun(options: HoldOptions): HeldRun {
  return new LeasedRun(options)
}

class LeasedRun implements HeldRun {
  readonly #options: HoldOptions
  readonly #ledger: Ledger
  readonly #history: History
  readonly #counts: (approval: Approval) => boolean
  readonly #approved: Set<string>
  readonly #waited = new Map<number, number>()
  #links: JournalLinks | undefined
  #isLeft = false

  constructor(options: HoldOptions) {
    this.#options = options
    this.#ledger = createLedger({ run: options.run, leaseMs: options.owner.leaseMs, clock: options.clock })
    this.#history = createHistory({
      calls: options.known.calls,
      salt: options.salt,
      isOrdered: options.isOrdered,
    })
    this.#counts = options.counts ?? (() => true)
    this.#approved = new Set(options.known.approvals.filter(this.#counts).map(({ question }) => question))
  }

  links(onStopped: (call: ToolCall, why: string) => void): JournalLinks {
    this.#links ??= createJournalLinks({
      ...this.#options,
      ...{ ledger: this.#ledger, history: this.#history, onStopped },
      fromMs: Math.max(0, ...this.#options.known.calls.map(({ givenMs = 0 }) => givenMs)),
      waitedFor: ({ n }) => this.#waited.get(n) ?? 0,
    })
    return this.#links
  }

  async ask(call: ToolCall, shown: JsonValue, here: AskHere): Promise<Answer> {
    const question = this.#questionOf(shown)
    if (this.#approved.has(question.digest)) return { approved: true }
    const asked = this.#links?.askedAs(call)
    if (this.#links === undefined || asked === undefined)
      throw new Error('a call is met before it is asked about')
    const since = this.#options.clock.monotonic()
    return this.#links.alone(async () => {
      await this.#ledger.flush()
      const answer = await this.#leaveAndAsk({ question, call: asked }, here, call.signal)
      this.#waited.set(call.n, this.#options.clock.monotonic() - since)
      return answer
    })
  }

  async askFirst(shown: JsonValue, here: AskHere, signal?: AbortSignal): Promise<Answer> {
    const question = this.#questionOf(shown)
    if (this.#approved.has(question.digest)) return { approved: true }
    return this.#leaveAndAsk({ question }, here, signal)
  }

  doubts(): readonly Doubt[] {
    return this.#links?.doubts() ?? []
  }

  unasked(): number {
    return this.#history.unasked()
  }

  async end(state: Exclude<EndState, 'abandoned'>, result: string, went?: string): Promise<void> {
    if (this.#isLeft) return
    this.#isLeft = true
    if (this.doubts().length > 0) await this.#ledger.leave({ kind: 'doubt' })
    else await this.#ledger.leave({ kind: 'end', state, result, went })
    this.#ledger.close()
  }

  async pause(): Promise<void> {
    if (this.#isLeft) return
    this.#isLeft = true
    try {
      await this.#ledger.flush()
      await this.#ledger.leave(this.doubts().length > 0 ? { kind: 'doubt' } : { kind: 'pause' })
    } catch (failure) {
      // Whoever has it by now, or takes it later, reads what it came to.
      if (!(failure instanceof UnderstudyError)) throw failure
    } finally {
      this.#ledger.close()
    }
  }

  #questionOf(shown: JsonValue): Question {
    const text = JSON.stringify(shown)
    return { digest: digest({ run: this.#options.known.id, salt: this.#options.salt, shown: text }), text }
  }

  async #leaveAndAsk(asked: Asked, here: AskHere, signal: AbortSignal | undefined): Promise<Answer> {
    await this.#ledger.leave({ kind: 'ask', ...asked })
    this.#isLeft = true
    return this.#answerTo(asked, here, signal)
  }

  /** A yes is a row before it counts, whoever says it. */
  async #answerTo(asked: Asked, here: AskHere, signal: AbortSignal | undefined): Promise<Answer> {
    const question = asked.question.digest
    const waits = `it waits for a person. Say yes with understudy runs approve ${this.#options.known.id}, then understudy runs resume ${this.#options.known.id}`
    if (here.ask === undefined) return { approved: false, why: waits }
    const over = new AbortController()
    const signals = signal === undefined ? [over.signal] : [over.signal, signal]
    const elsewhere = this.#claimOnceApproved(asked, AbortSignal.any(signals))
    elsewhere.catch(() => undefined)
    try {
      const said = await Promise.race([here.ask(), elsewhere])
      if (said === 'claimed') return { approved: true }
      if (said === 'over') return { approved: false, why: 'the run was given up' }
      if (!said.approved) return { approved: false, why: `${said.why}. The run goes on waiting: ${waits}` }
      await this.#options.journal.decide(this.#options.known.id, { kind: 'approve', question, by: here.by })
      return (await elsewhere) === 'claimed'
        ? { approved: true }
        : { approved: false, why: 'another owner goes on with the run' }
    } finally {
      over.abort()
    }
  }

  async #claimOnceApproved(asked: Asked, signal: AbortSignal): Promise<'claimed' | 'over'> {
    for (;;) {
      const claim = await this.#options.journal.claim(this.#options.known.id, this.#options.owner)
      if (claim.kind === 'owned' && (await this.#isApproved(asked.question))) {
        this.#ledger.resume(claim.run)
        this.#isLeft = false
        return 'claimed'
      }
      if (claim.kind === 'owned') await claim.run.leave({ kind: 'ask', ...asked })
      else if (claim.kind !== 'waiting') return 'over'
      await this.#options.clock.sleep(LOOK_EVERY_MS, signal)
    }
  }

  async #isApproved({ digest: question }: Question): Promise<boolean> {
    if (this.#options.counts === undefined) return true
    const { approvals = [] } = (await this.#options.journal.read(this.#options.known.id)) ?? {}
    return approvals.some((each) => each.question === question && this.#counts(each))
  }
}

const LOOK_EVERY_MS = 500
