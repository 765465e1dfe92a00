/** Real runs that outlive their process: begun, gone on with, and told of. */
import { type Clock, randomName, UsageError } from '../../base/index.js'
import { toolRef } from '../../call/index.js'
import type { Effects } from '../../effects/index.js'
import {
  type Approval,
  type Claim,
  type HeldRun,
  holdRun,
  type JournaledRun,
  RUN_LEASE_MS,
  type RunJournal,
  unknownRun,
} from '../../journal/index.js'
import { planKindOf } from '../../plan/index.js'
import { mayBeRepeated, type Policy } from '../../policy/index.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import type { Plan } from '../tools/plans.js'
import { type RunSettings, readSettings, writeSettings } from './run-settings.js'
import type { StoppedRun } from './stopped-run.js'

export interface JournaledRuns {
  /** Lists the run, before anything of it happens, and spends its receipt: `spent` when another run had that. */
  begin(id: string, plan: Plan, settings: RunSettings, by: RunOwner): Promise<BegunRun | 'spent'>
  /**
   * Takes a run that nobody has, and waits for whoever may be dead.
   * @throws UsageError RUN_UNKNOWN for a run that there is not, or that is over; StoreError RUN_LOST while another owner has it
   */
  resume(id: string, by: RunOwner, signal: AbortSignal): Promise<BegunRun | StoppedRun>
}

export interface RunOwner {
  /** Absent: whoever has the journal's key, such as the command line. */
  readonly principal?: string | undefined
  readonly effects: Effects
}

export interface BegunRun {
  readonly kind: 'begun'
  readonly id: string
  /** On whose behalf it was begun. */
  readonly principal: string
  readonly plan: Plan
  readonly settings: RunSettings
  readonly held: HeldRun
}

export interface JournaledRunsOptions {
  readonly journal: RunJournal
  readonly world: Pick<GatewayWorld, 'policy' | 'clock'>
  /** Default 30,000. */
  readonly leaseMs?: number | undefined
  /** Whether a yes of the journal to a question of a run is one. Default: every one is. */
  readonly counts?: ((run: string, approval: Approval) => boolean) | undefined
}

export function createJournaledRuns(options: JournaledRunsOptions): JournaledRuns {
  return new RunsInJournal(options)
}

type Owner = Parameters<RunJournal['claim']>[1]

class RunsInJournal implements JournaledRuns {
  readonly #journal: RunJournal
  readonly #clock: Clock
  readonly #policy: Policy | undefined
  readonly #counts: JournaledRunsOptions['counts']
  readonly #leaseMs: number

  constructor({ journal, world, leaseMs = RUN_LEASE_MS, counts }: JournaledRunsOptions) {
    this.#journal = journal
    this.#clock = world.clock
    this.#policy = world.policy
    this.#counts = counts
    this.#leaseMs = leaseMs
  }

  async begin(id: string, plan: Plan, settings: RunSettings, by: RunOwner): Promise<BegunRun | 'spent'> {
    const { principal = 'anonymous' } = by
    const title = settings.intent ?? plan.fileName
    const receipt = settings.receipt?.id
    const run = { id, principal, receipt, title, plan: plan.text }
    if ((await this.#journal.add({ ...run, settings: writeSettings(settings) })) === 'spent') return 'spent'
    const owner = this.#ownerNow()
    const claim = await this.#journal.claim(id, owner)
    if (claim.kind !== 'owned') throw unclaimed(id, claim)
    return this.#begun(claim, { ...run, settings, calls: [], approvals: [], owner }, by.effects)
  }

  async resume(id: string, by: RunOwner, signal: AbortSignal): Promise<BegunRun | StoppedRun> {
    await this.#repeatWhatMayBe(await this.#known(id, by))
    const owner = this.#ownerNow()
    const claim = await this.#claimPatiently(id, owner, signal)
    if (claim.kind === 'waiting' || claim.kind === 'doubt')
      return { kind: claim.kind, run: await this.#known(id, by) }
    if (claim.kind !== 'owned') throw unclaimed(id, claim)
    const run = await this.#known(id, by)
    if (run.calls.some(({ state }) => state === 'sent')) {
      await claim.run.leave({ kind: 'doubt' })
      return { kind: 'doubt', run: { ...run, state: 'doubt' } }
    }
    return this.#begun(claim, { ...run, owner, settings: readSettings(id, run.settings) }, by.effects)
  }

  #begun(
    { run }: Extract<Claim, { kind: 'owned' }>,
    about: Pick<JournaledRun, 'id' | 'principal' | 'plan' | 'calls' | 'approvals'> & {
      readonly settings: RunSettings
      readonly owner: Owner
    },
    effects: Effects,
  ): BegunRun {
    const { id, principal, plan, settings, owner } = about
    const counts = this.#counts
    const held = holdRun({
      ...{ journal: this.#journal, run, owner, clock: this.#clock },
      known: about,
      salt: settings.salt,
      isOrdered: planKindOf(settings.fileName, plan) !== 'workflow',
      changesNothing: (call) => effects.claimOf(call).effect === 'read',
      mayBeRepeated: (call) => mayBeRepeated(toolRef(call), this.#policy),
      effectsAtOnce: this.#policy?.effects_at_once,
      tellsWhenSent: true,
      waitsElsewhere: settings.asRehearsed === true,
      counts: counts && ((approval) => counts(id, approval)),
    })
    return { kind: 'begun', id, principal, plan: { text: plan, fileName: settings.fileName }, settings, held }
  }

  async #known(id: string, { principal }: RunOwner): Promise<JournaledRun> {
    const run = await this.#journal.read(id)
    if (run !== undefined && (principal === undefined || run.principal === principal)) return run
    throw unknownRun(id)
  }

  /** What the policy calls idempotent is in no doubt: it is sent again. */
  async #repeatWhatMayBe({ id, calls }: JournaledRun): Promise<void> {
    for (const call of calls)
      if (call.state === 'sent' && mayBeRepeated(call.tool, this.#policy))
        await this.#journal.decide(id, {
          kind: 'settle',
          call,
          as: 'never sent',
          by: 'the policy: idempotent',
        })
  }

  /** Whoever has it may be dead: then its lease is over soon. */
  async #claimPatiently(id: string, owner: Owner, signal: AbortSignal): Promise<Claim> {
    const start = this.#clock.monotonic()
    for (;;) {
      const claim = await this.#journal.claim(id, owner)
      if (claim.kind !== 'busy' || claim.retryMs === undefined) return claim
      if (this.#clock.monotonic() - start > this.#leaseMs * MOST_LEASES) return claim
      await this.#clock.sleep(Math.max(10, claim.retryMs), signal)
    }
  }

  #ownerNow(): Owner {
    return { name: `process ${process.pid}, ${randomName()}`, leaseMs: this.#leaseMs }
  }
}

function unclaimed(id: string, claim: Claim): UsageError {
  const found =
    claim.kind === 'busy'
      ? `another owner has it (${claim.owner}): end that one, or wait`
      : claim.kind === 'over'
        ? `it is over (${claim.state})`
        : 'it is not there'
  return new UsageError('RUN_UNKNOWN', `Cannot go on with the run ${id}: ${found}`, {
    hint: `understudy runs show ${id} tells what became of it`,
  })
}

const MOST_LEASES = 2
