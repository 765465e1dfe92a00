/** A run in the hands of its owner: its links of the chain, its questions to a person, and its end. */
import { type Clock, digest, type JsonValue, UnderstudyError } from '../base/index.js'
import type { ToolCall } from '../call/index.js'
import { createHistory } from './history.js'
import { createJournalLinks, type Doubt, type JournalLinks } from './journal-links.js'
import { createLedger } from './ledger.js'
import type { EndState, JournaledRun, OwnedRun, Owner, RunJournal } from './run-journal.js'

export interface HeldRun {
  /** For the one chain of this run. `onStopped` is told of a call after which it must not go on. */
  links(onStopped: (call: ToolCall, why: string) => void): JournalLinks
  /**
   * Lets a person decide on a call: the run waits without an owner meanwhile, so that any other may go on with it. `ask` puts the question
   * to whoever is here; a yes from elsewhere ends the waiting too. A question that was answered with yes is not asked again.
   */
  ask(call: ToolCall, shown: JsonValue, here: AskHere): Promise<Answer>
  doubts(): readonly Doubt[]
  /** How many calls it made before that nobody has asked for this time. */
  unasked(): number
  /** The end of it, or of this owner's part: with a doubt it waits for that to be settled. Twice is fine. */
  end(state: Exclude<EndState, 'abandoned'>, result: string): Promise<void>
  /** Anybody may go on with it. */
  pause(): Promise<void>
}

export interface AskHere {
  /** Absent where nobody can be asked: the run is left to wait. */
  readonly ask?: (() => Promise<Answer>) | undefined
  /** Whose yes it is. */
  readonly by: string
}

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
}

export function holdRun(options: HoldOptions): HeldRun {
  const { journal, known, owner, clock, salt } = options
  const ledger = createLedger({ run: options.run, leaseMs: owner.leaseMs, clock })
  const history = createHistory({ calls: known.calls, salt, isOrdered: options.isOrdered })
  const approved = new Set(known.approvals.map(({ question }) => question))
  const waited = new Map<number, number>()
  let links: JournalLinks | undefined
  let isLeft = false

  return {
    links(onStopped) {
      links ??= createJournalLinks({
        ...options,
        ...{ ledger, history, onStopped },
        fromMs: Math.max(0, ...known.calls.map(({ givenMs = 0 }) => givenMs)),
        waitedFor: ({ n }) => waited.get(n) ?? 0,
      })
      return links
    },
    async ask(call, shown, here) {
      const text = JSON.stringify(shown)
      const question = { digest: digest({ run: known.id, salt, shown: text }), text }
      if (approved.has(question.digest)) return { approved: true }
      const asked = links?.askedAs(call)
      if (links === undefined || asked === undefined)
        throw new Error('a call is met before it is asked about')
      const since = clock.monotonic()
      return links.alone(async () => {
        await ledger.flush()
        await ledger.leave({ kind: 'ask', question, call: asked })
        isLeft = true
        const answer = await answerTo(question.digest, here, call.signal)
        waited.set(call.n, clock.monotonic() - since)
        return answer
      })
    },
    doubts: () => links?.doubts() ?? [],
    unasked: () => history.unasked(),
    async end(state, result) {
      if (isLeft) return
      isLeft = true
      if (this.doubts().length > 0) await ledger.leave({ kind: 'doubt' })
      else await ledger.leave({ kind: 'end', state, result, isShown: true })
      ledger.close()
    },
    async pause() {
      if (isLeft) return
      isLeft = true
      try {
        await ledger.flush()
        await ledger.leave(this.doubts().length > 0 ? { kind: 'doubt' } : { kind: 'pause' })
      } catch (failure) {
        // Whoever has it by now, or takes it later, reads what it came to.
        if (!(failure instanceof UnderstudyError)) throw failure
      } finally {
        ledger.close()
      }
    },
  }

  /** A yes is a row before it counts, whoever says it. */
  async function answerTo(question: string, here: AskHere, signal: AbortSignal | undefined): Promise<Answer> {
    const waits = `it waits for a person. Say yes with understudy runs approve ${known.id}, then understudy runs resume ${known.id}`
    if (here.ask === undefined) return { approved: false, why: waits }
    const over = new AbortController()
    const signals = signal === undefined ? [over.signal] : [over.signal, signal]
    const elsewhere = claimOnceApproved(AbortSignal.any(signals))
    elsewhere.catch(() => undefined)
    try {
      const said = await Promise.race([here.ask(), elsewhere])
      if (said === 'claimed') return { approved: true }
      if (said === 'over') return { approved: false, why: 'the run was given up' }
      if (!said.approved) return { approved: false, why: `${said.why}. The run goes on waiting: ${waits}` }
      await journal.decide(known.id, { kind: 'approve', question, by: here.by })
      return (await elsewhere) === 'claimed'
        ? { approved: true }
        : { approved: false, why: 'another owner goes on with the run' }
    } finally {
      over.abort()
    }
  }

  async function claimOnceApproved(signal: AbortSignal): Promise<'claimed' | 'over'> {
    for (;;) {
      const claim = await journal.claim(known.id, owner)
      if (claim.kind === 'owned') {
        ledger.resume(claim.run)
        isLeft = false
        return 'claimed'
      }
      if (claim.kind !== 'waiting') return 'over'
      await clock.sleep(LOOK_EVERY_MS, signal)
    }
  }
}

const LOOK_EVERY_MS = 500
