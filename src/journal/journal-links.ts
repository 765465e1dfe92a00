/**
 * The links of a chain that keep every effect from happening twice. The one in front answers what was answered before, and holds the
 * program's way against it; the one right before the server writes down that a call leaves, lets it leave, and writes down what came back
 * before anybody has it.
 */
import { type Clock, randomSecret, StoreError, UnderstudyError } from '../base/index.js'
import {
  type Answer,
  type Answerer,
  type CallTool,
  type ToolCall,
  toolRef,
  virtualDuration,
} from '../call/index.js'
import { type KeptAnswer, readAnswer, timed, writeAnswer } from './answer-text.js'
import type { History, Met } from './history.js'
import type { BegunBy, Ledger } from './ledger.js'
import type { Answered, AskedCall } from './run-journal.js'
import { createTurns, type Turns } from './turns.js'

export interface JournalLinks {
  /** Before whoever may refuse a call, or ask a person: what was done is not asked about again. */
  readonly replay: Answerer
  /** Lets effects through one after another, or as many at once as they may be: until each has its answer. */
  readonly turn: Answerer
  /** Right before whoever sends. */
  readonly send: Answerer
  /** Whether a call was answered from the journal. */
  isReplayed(call: ToolCall): boolean
  /** What a call that is under way is called in the journal. */
  askedAs(call: ToolCall): AskedCall | undefined
  /** Calls of which nobody knows whether they took effect. */
  doubts(): readonly Doubt[]
  /** Runs work while no effect is under way, and lets none leave meanwhile. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
}

export interface Doubt {
  readonly call: ToolCall
  readonly asked: AskedCall
  /** A sentence. */
  readonly why: string
}

export interface LinksOptions {
  readonly ledger: Ledger
  readonly history: History
  readonly clock: Clock
  /** Milliseconds of the program's time that had passed when it was last left. */
  readonly fromMs: number
  readonly changesNothing: (call: ToolCall) => boolean
  /** The policy says that it may be sent twice. */
  readonly mayBeRepeated: (call: ToolCall) => boolean
  /** Effects that may be under way at once; default 1: a kill leaves at most one in doubt. */
  readonly effectsAtOnce?: number | undefined
  /** Whoever sends asks `beforeSend` of each call right before: a failure before that is none of the server's. */
  readonly tellsWhenSent: boolean
  /** Somebody else lets pass for real what the program waits for. */
  readonly waitsElsewhere?: boolean | undefined
  /** Told of a call after which the run must not go on, before it is answered; `why` is a sentence. Must not throw. */
  readonly onStopped: (call: ToolCall, why: string) => void
  /** Milliseconds that a person took, of the time of a call. */
  readonly waitedFor?: ((call: ToolCall) => number) | undefined
}

export function createJournalLinks(options: LinksOptions): JournalLinks {
  return new LedgerLinks(options)
}

class LedgerLinks implements JournalLinks {
  readonly #options: LinksOptions
  readonly #met = new Map<number, Met & { readonly startedAt: number }>()
  /** What the link before the server has written down already. */
  readonly #noted = new Map<number, Answer>()
  readonly #replayed = new Set<number>()
  /** Begun, and without an answer that was written down. */
  readonly #underWay = new Map<number, Doubt>()
  readonly #begunAt: number
  readonly #gate: Turns
  readonly replay: Answerer
  readonly turn: Answerer
  readonly send: Answerer
  #stopped: string | undefined

  constructor(options: LinksOptions) {
    this.#options = options
    this.#begunAt = options.clock.monotonic()
    this.#gate = createTurns(options.effectsAtOnce ?? 1)
    this.replay = { name: 'journal', answer: this.#answerFromHistory }
    this.turn = {
      name: 'turn',
      answer: (call, next) =>
        this.#options.changesNothing(call) ? next(call) : this.#gate.one(() => next(call)),
    }
    this.send = { name: 'intent', answer: this.#sendOnce }
  }

  readonly isReplayed = ({ n }: ToolCall): boolean => this.#replayed.has(n)

  askedAs({ n }: ToolCall): AskedCall | undefined {
    return this.#met.get(n)?.asked
  }

  doubts(): readonly Doubt[] {
    return [...this.#underWay.values()]
  }

  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#gate.all(work)
  }

  readonly #answerFromHistory = async (call: ToolCall, next: CallTool): Promise<Answer> => {
    const found = this.#options.history.meet(call)
    if (found.isAnother !== undefined) return this.#stop(call, found.isAnother)
    if (this.#stopped !== undefined) return this.#stop(call, this.#stopped)
    if (found.past?.state === 'done' && found.past.outcome !== undefined) {
      this.#replayed.add(call.n)
      return given(readAnswer(found.past.outcome))
    }
    const isLost = await this.#untilReplayed(call)
    if (isLost !== undefined) return this.#stop(call, isLost)
    await this.#inItsTime(call)
    this.#options.ledger.asked(found.asked)
    const startedAt = this.#options.clock.monotonic()
    this.#met.set(call.n, { ...found, startedAt })
    try {
      const answer = await next(call)
      const kept = this.#noted.get(call.n)
      if (kept !== undefined || this.#stopped !== undefined) return kept ?? answer
      return this.#keep(call, found.asked, { kind: 'answer', ...this.#takenBy(call, answer) })
    } catch (failure) {
      if (call.signal?.aborted || !(failure instanceof UnderstudyError)) throw failure
      this.#keep(call, found.asked, { kind: 'failed', why: failure.message, tookMs: 0 })
      throw failure
    }
  }

  readonly #sendOnce = async (call: ToolCall, next: CallTool): Promise<Answer> => {
    if (this.#options.changesNothing(call)) return next(call)
    const found = this.#met.get(call.n)
    if (found === undefined) throw new Error('a call is met before it is sent')
    for (let tries = 1; ; tries++) {
      if (this.#stopped !== undefined) return this.#stop(call, this.#stopped)
      call.signal?.throwIfAborted()
      const sent = await this.#sendMarked(call, found.asked, next)
      if (sent !== 'late') return sent
      if (tries === MOST_TRIES) return this.#stop(call, 'this machine is too slow for the lease of the run')
    }
  }

  /** `late`: the lease may have been over before it had left, and it was taken back. */
  async #sendMarked(call: ToolCall, asked: AskedCall, next: CallTool): Promise<Answer | 'late'> {
    const begun = await this.#options.ledger
      .begin({ ...asked, attempt: randomSecret() })
      .catch((failure: unknown) => this.#stopFor(call, failure))
    if ('outcome' in begun) return begun
    this.#underWay.set(call.n, { call, asked, why: 'the run was over before it had an answer' })
    let isLate = false
    let hasLeft = !this.#options.tellsWhenSent
    const look = (): void => {
      call.beforeSend?.()
      isLate = this.#options.ledger.isLate()
      if (isLate) throw new StoreError('RUN_LOST', 'The lease of the run may be over')
      hasLeft = true
    }
    // From here to the server nothing is awaited but what tells when it sends.
    if (!this.#options.tellsWhenSent && this.#options.ledger.isLate()) isLate = true
    try {
      if (isLate) throw new StoreError('RUN_LOST', 'The lease of the run may be over')
      const answer = await next(this.#options.tellsWhenSent ? { ...call, beforeSend: look } : call)
      return await this.#note(call, asked, begun, { kind: 'answer', ...this.#takenBy(call, answer) })
    } catch (failure) {
      if (isLate || !hasLeft) {
        await begun.withdraw()
        this.#underWay.delete(call.n)
        if (isLate) return 'late'
        throw failure
      }
      return this.#failedAfterSending(call, asked, begun, failure)
    }
  }

  async #failedAfterSending(
    call: ToolCall,
    asked: AskedCall,
    begun: BegunBy,
    failure: unknown,
  ): Promise<Answer> {
    const why = failure instanceof Error ? failure.message : String(failure)
    if (this.#options.mayBeRepeated(call) && !call.signal?.aborted) {
      await this.#note(call, asked, begun, { kind: 'failed', why, tookMs: 0 })
      throw failure
    }
    this.#underWay.set(call.n, { call, asked, why })
    const stops = this.#stop(call, `nobody knows whether ${toolRef(call)} took effect: ${why}`)
    // Who was cancelled ends as such, and the doubt is in the journal.
    if (call.signal?.aborted) throw failure
    return stops
  }

  async #note(call: ToolCall, asked: AskedCall, begun: BegunBy, kept: KeptAnswer): Promise<Answer> {
    try {
      await begun.note(asked, answeredAs(call, kept))
      this.#underWay.delete(call.n)
    } catch (failure) {
      return this.#stopFor(call, failure)
    }
    if (kept.kind === 'failed') return FAILED
    this.#noted.set(call.n, kept.answer)
    return kept.answer
  }

  #keep(call: ToolCall, asked: AskedCall, kept: KeptAnswer): Answer {
    this.#options.ledger.answered(asked, answeredAs(call, kept))
    return kept.kind === 'answer' ? kept.answer : FAILED
  }

  #takenBy(call: ToolCall, answer: Answer): { readonly answer: Answer; readonly tookMs: number } {
    const since =
      this.#options.clock.monotonic() - (this.#met.get(call.n)?.startedAt ?? this.#options.clock.monotonic())
    const took = Math.max(1, Math.round(since - (this.#options.waitedFor?.(call) ?? 0)))
    const kept = timed(answer, took)
    return { answer: kept, tookMs: virtualDuration(kept) }
  }

  /** Undefined when nothing of what was done can still lead elsewhere. */
  async #untilReplayed(call: ToolCall): Promise<string | undefined> {
    if (this.#options.history.unasked() === 0) return undefined
    const over = new AbortController()
    const signal = call.signal === undefined ? over.signal : AbortSignal.any([over.signal, call.signal])
    const late = this.#options.clock
      .sleep(REPLAY_PATIENCE_MS, signal)
      .then(() => 'the program goes another way than before: it does not ask for what it asked then')
    try {
      return await Promise.race([this.#options.history.over.then(() => undefined), late])
    } finally {
      over.abort()
    }
  }

  /** What a program waits for passes for real. */
  async #inItsTime({ atMs, signal }: ToolCall): Promise<void> {
    if (atMs === undefined || this.#options.waitsElsewhere === true) return
    const early = atMs - this.#options.fromMs - (this.#options.clock.monotonic() - this.#begunAt)
    if (early > 0) await this.#options.clock.sleep(early, signal)
  }

  #stopFor(call: ToolCall, failure: unknown): Answer {
    if (!(failure instanceof UnderstudyError)) throw failure
    return this.#stop(call, failure.message)
  }

  #stop(call: ToolCall, why: string): Answer {
    this.#stopped ??= why
    this.#options.onStopped(call, why)
    return {
      outcome: { kind: 'tool-error', content: [{ type: 'text', text: why }] },
      provenance: { source: 'stub', note: 'the run was stopped' },
    }
  }
}

function answeredAs({ atMs = 0 }: ToolCall, kept: KeptAnswer): Answered {
  return { outcome: writeAnswer(kept), givenMs: atMs + kept.tookMs }
}

/** The same again: also the failure of a call that changed nothing. */
function given(kept: KeptAnswer): Answer {
  if (kept.kind === 'answer') return kept.answer
  throw new StoreError('STORE_UNREADABLE', kept.why)
}

const FAILED: Answer = {
  outcome: { kind: 'tool-error', content: [] },
  provenance: { source: 'stub', note: 'it failed' },
}
const MOST_TRIES = 3
const REPLAY_PATIENCE_MS = 10_000
