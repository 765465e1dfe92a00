/** A journal that lives as long as the process: for tests, and for runs that nobody will resume. */
import { type Clock, defined, randomBytesOf, randomName, randomSecret, systemClock } from '../base/index.js'
import { ABANDONED, isOver, isQuiet, lost, mayBeClaimed } from './rules.js'
import {
  type Approval,
  type AskedCall,
  type Claim,
  type Decision,
  isOfKind,
  type JournaledCall,
  type JournaledRun,
  KEPT_DAYS,
  keyOf,
  type Leave,
  type NewRun,
  type OwnedRun,
  type Owner,
  type RunJournal,
  type RunKind,
  type RunSummary,
} from './run-journal.js'

interface KeptCall extends JournaledCall {
  readonly fence: number
  readonly attempt?: string | undefined
}

interface KeptRun {
  run: Omit<JournaledRun, 'calls'>
  readonly addedAt: number
  readonly calls: Map<string, KeptCall>
  fence: number
  owner?: string | undefined
  leaseUntil?: number | undefined
  leaseMs: number
}

export function memoryJournal(clock: Clock = systemClock): RunJournal {
  return new JournalInMemory(clock)
}

class JournalInMemory implements RunJournal {
  readonly #clock: Clock
  readonly #runs = new Map<string, KeptRun>()
  readonly id = randomName()
  readonly receiptKey = randomSecret()
  readonly undoKey = randomBytesOf(32).toString('hex')

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async add(run: NewRun): Promise<'added' | 'spent'> {
    this.#forgetOld()
    const mine = this.#runs.get(run.id)
    if (mine !== undefined) return 'added'
    const isSpent = [...this.#runs.values()].some(
      (other) => run.receipt !== undefined && other.run.receipt === run.receipt,
    )
    if (isSpent) return 'spent'
    const createdAt = new Date(this.#clock.now()).toISOString()
    const { kind, ...about } = run
    const kept = {
      ...{ ...about, state: 'running' as const, createdAt, approvals: [] },
      ...(kind === 'rehearsal' ? { kind } : {}),
    }
    this.#runs.set(run.id, {
      run: kept,
      addedAt: this.#clock.monotonic(),
      calls: new Map(),
      fence: 0,
      leaseMs: 0,
    })
    return 'added'
  }

  async claim(id: string, { name, leaseMs }: Owner): Promise<Claim> {
    const kept = this.#runs.get(id)
    if (kept === undefined) return { kind: 'missing' }
    const { state } = kept.run
    if (isOver(state)) return { kind: 'over', state }
    if (this.#leased(kept) && kept.owner !== name && kept.owner !== undefined)
      return { kind: 'busy', owner: kept.owner, retryMs: (kept.leaseUntil ?? 0) - this.#clock.monotonic() }
    if (!mayBeClaimed(runOf(kept))) return { kind: state === 'doubt' ? 'doubt' : 'waiting' }
    kept.fence++
    Object.assign(kept, { owner: name, leaseMs, leaseUntil: this.#clock.monotonic() + leaseMs })
    kept.run = { ...kept.run, state: 'running' }
    return { kind: 'owned', run: this.#owned(kept, kept.fence) }
  }

  async decide(id: string, decision: Decision): Promise<boolean> {
    const kept = this.#runs.get(id)
    return kept !== undefined && this.#decideOn(kept, decision)
  }

  async read(id: string, kind?: RunKind): Promise<JournaledRun | undefined> {
    const kept = this.#runs.get(id)
    return kept === undefined || !isOfKind(kept.run, kind) ? undefined : runOf(kept)
  }

  async list(principal?: string, kind?: RunKind): Promise<readonly RunSummary[]> {
    return [...this.#runs.values()]
      .map(({ run }) => run)
      .filter((run) => isOfKind(run, kind) && (principal === undefined || run.principal === principal))
      .map(summaryOf)
      .reverse()
  }

  async [Symbol.asyncDispose]() {
    this.#runs.clear()
  }

  #leased({ leaseUntil = -Infinity }: KeptRun): boolean {
    return leaseUntil > this.#clock.monotonic()
  }

  #owned(kept: KeptRun, fence: number): OwnedRun {
    const refuseOthers = (): void => {
      if (kept.fence !== fence || kept.run.state !== 'running' || !this.#leased(kept)) throw lost(kept.run.id)
    }
    return {
      fence,
      mark: async ({ answered, asked, begun }) => {
        refuseOthers()
        kept.leaseUntil = this.#clock.monotonic() + kept.leaseMs
        for (const { outcome, givenMs, ...call } of answered)
          putWaiting(kept, call, { state: 'done', outcome, givenMs, fence })
        for (const call of asked)
          if (!kept.calls.has(keyOf(call))) putWaiting(kept, call, { state: 'waiting', fence })
        return begun.flatMap(({ attempt, ...call }) => {
          const before = kept.calls.get(keyOf(call))
          const isMine = before?.state === 'sent' && before.attempt === attempt
          if (before !== undefined && before.state !== 'waiting' && !isMine) return []
          kept.calls.set(keyOf(call), { ...call, state: 'sent', fence, attempt })
          return [keyOf(call)]
        })
      },
      async note(answers) {
        for (const { outcome, givenMs, ...key } of answers) {
          const call = kept.calls.get(keyOf(key))
          if (call?.state === 'sent' && call.fence === fence)
            kept.calls.set(keyOf(key), { ...call, state: 'done', outcome, givenMs })
        }
      },
      async withdraw(key, attempt, proof) {
        const call = kept.calls.get(keyOf(key))
        if (call?.state === 'sent' && call.attempt === attempt)
          kept.calls.set(keyOf(key), {
            ...{ ...call, state: 'waiting', attempt: undefined },
            ...defined({ outcome: proof }),
          })
      },
      async leave(how) {
        if (kept.fence === fence && hasLeft(kept, how)) return
        refuseOthers()
        leaveAs(kept, how, fence)
      },
    }
  }

  #decideOn(kept: KeptRun, decision: Decision): boolean {
    const { run } = kept
    switch (decision.kind) {
      case 'approve': {
        const { question, by, signature } = decision
        const isAsked = run.state === 'waiting' && run.question?.digest === question
        const isSaid = (each: Approval): boolean => each.question === question && each.signature === signature
        if (!isAsked || run.approvals.some(isSaid)) return false
        kept.run = { ...run, approvals: [...run.approvals, { question, by, ...defined({ signature }) }] }
        return true
      }
      case 'settle': {
        const call = kept.calls.get(keyOf(decision.call))
        if (call?.state !== 'sent' || !isQuiet(kept, this.#clock.monotonic())) return false
        const settled = { ...call, attempt: undefined, settledBy: decision.by }
        kept.calls.set(
          keyOf(call),
          decision.as === 'never sent'
            ? { ...settled, state: 'waiting', ...defined({ outcome: decision.proof }) }
            : { ...settled, state: 'done', ...decision.as },
        )
        Object.assign(kept, { owner: undefined, leaseUntil: undefined })
        return true
      }
      case 'abandon': {
        if (isOver(run.state)) return false
        const approvals = [...run.approvals, { question: ABANDONED, by: decision.by }]
        kept.run = { ...run, state: 'abandoned', approvals }
        return true
      }
      case 'shown': {
        if (!isOver(run.state)) return false
        wipe(kept)
        return true
      }
    }
  }

  #forgetOld(): void {
    for (const [id, kept] of this.#runs)
      if (this.#clock.monotonic() - kept.addedAt > KEPT_DAYS * DAY_MS && !this.#leased(kept))
        this.#runs.delete(id)
  }
}

function putWaiting(
  kept: KeptRun,
  call: AskedCall,
  rest: Pick<KeptCall, 'state' | 'fence'> & Partial<KeptCall>,
): void {
  const before = kept.calls.get(keyOf(call))
  if (before === undefined || before.state === 'waiting') kept.calls.set(keyOf(call), { ...call, ...rest })
}

function hasLeft({ run }: KeptRun, how: Leave): boolean {
  return how.kind === 'end' && run.state === how.state
}

function leaveAs(kept: KeptRun, how: Leave, fence: number): void {
  Object.assign(kept, { owner: undefined, leaseUntil: undefined })
  switch (how.kind) {
    case 'ask':
      if (how.call !== undefined) putWaiting(kept, how.call, { state: 'waiting', fence })
      kept.run = { ...kept.run, state: 'waiting', question: how.question }
      return
    case 'doubt':
      kept.run = { ...kept.run, state: 'doubt' }
      return
    case 'pause':
      return
    case 'end':
      kept.run = { ...kept.run, state: how.state, result: how.result, ...defined({ went: how.went }) }
  }
}

function wipe(kept: KeptRun): void {
  kept.run = { ...kept.run, plan: '', settings: '', question: undefined, result: undefined }
  for (const [key, call] of kept.calls) kept.calls.set(key, { ...call, arguments: '', outcome: undefined })
}

function runOf({ run, calls }: KeptRun): JournaledRun {
  const all = [...calls.values()].map(({ fence: _, attempt: __, ...call }) => call)
  return { ...run, calls: all.sort((a, b) => a.n - b.n) }
}

function summaryOf({ id, kind, principal, state, title, createdAt, receipt, went }: RunSummary): RunSummary {
  return { id, principal, state, title, createdAt, ...defined({ kind, receipt, went }) }
}

const DAY_MS = 86_400_000
