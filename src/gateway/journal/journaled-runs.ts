/** Real runs that outlive their process: begun, gone on with, and told of. */
import { randomName, UsageError } from '../../base/index.js'
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
} from '../../journal/index.js'
import { planKindOf } from '../../plan/index.js'
import { mayBeRepeated } from '../../policy/index.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import type { Plan } from '../tools/plans.js'
import { type RunSettings, readSettings, writeSettings } from './run-settings.js'
import { type StoppedRun, unknownRun } from './stopped-run.js'

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

export function createJournaledRuns({
  journal,
  world,
  leaseMs = RUN_LEASE_MS,
  counts,
}: JournaledRunsOptions): JournaledRuns {
  const { clock, policy } = world

  return {
    async begin(id, plan, settings, by) {
      const { principal = 'anonymous' } = by
      const title = settings.intent ?? plan.fileName
      const receipt = settings.receipt?.id
      const run = { id, principal, receipt, title, plan: plan.text }
      if ((await journal.add({ ...run, settings: writeSettings(settings) })) === 'spent') return 'spent'
      const owner = ownerNow()
      const claim = await journal.claim(id, owner)
      if (claim.kind !== 'owned') throw unclaimed(id, claim)
      return begun(claim, { ...run, settings, calls: [], approvals: [], owner }, by.effects)
    },
    async resume(id, by, signal) {
      await repeatWhatMayBe(await known(id, by))
      const owner = ownerNow()
      const claim = await claimPatiently(id, owner, signal)
      if (claim.kind === 'waiting' || claim.kind === 'doubt')
        return { kind: claim.kind, run: await known(id, by) }
      if (claim.kind !== 'owned') throw unclaimed(id, claim)
      const run = await known(id, by)
      if (run.calls.some(({ state }) => state === 'sent')) {
        await claim.run.leave({ kind: 'doubt' })
        return { kind: 'doubt', run: { ...run, state: 'doubt' } }
      }
      return begun(claim, { ...run, owner, settings: readSettings(id, run.settings) }, by.effects)
    },
  }

  function begun(
    { run }: Extract<Claim, { kind: 'owned' }>,
    about: Pick<JournaledRun, 'id' | 'principal' | 'plan' | 'calls' | 'approvals'> & {
      readonly settings: RunSettings
      readonly owner: ReturnType<typeof ownerNow>
    },
    effects: Effects,
  ): BegunRun {
    const { id, principal, plan, settings, owner } = about
    const held = holdRun({
      ...{ journal, run, owner, clock },
      known: about,
      salt: settings.salt,
      isOrdered: planKindOf(settings.fileName, plan) !== 'workflow',
      changesNothing: (call) => effects.claimOf(call).effect === 'read',
      mayBeRepeated: (call) => mayBeRepeated(toolRef(call), policy),
      effectsAtOnce: policy?.effects_at_once,
      tellsWhenSent: true,
      waitsElsewhere: settings.asRehearsed === true,
      counts: counts === undefined ? undefined : (approval) => counts(id, approval),
    })
    return { kind: 'begun', id, principal, plan: { text: plan, fileName: settings.fileName }, settings, held }
  }

  async function known(id: string, { principal }: RunOwner): Promise<JournaledRun> {
    const run = await journal.read(id)
    if (run !== undefined && (principal === undefined || run.principal === principal)) return run
    throw unknownRun(id)
  }

  /** What the policy calls idempotent is in no doubt: it is sent again. */
  async function repeatWhatMayBe({ id, calls }: JournaledRun): Promise<void> {
    for (const call of calls)
      if (call.state === 'sent' && mayBeRepeated(call.tool, policy))
        await journal.decide(id, { kind: 'settle', call, as: 'never sent', by: 'the policy: idempotent' })
  }

  /** Whoever has it may be dead: then its lease is over soon. */
  async function claimPatiently(
    id: string,
    owner: ReturnType<typeof ownerNow>,
    signal: AbortSignal,
  ): Promise<Claim> {
    const start = clock.monotonic()
    for (;;) {
      const claim = await journal.claim(id, owner)
      if (claim.kind !== 'busy' || claim.retryMs === undefined) return claim
      if (clock.monotonic() - start > leaseMs * MOST_LEASES) return claim
      await clock.sleep(Math.max(10, claim.retryMs), signal)
    }
  }

  function ownerNow() {
    return { name: `process ${process.pid}, ${randomName()}`, leaseMs }
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
