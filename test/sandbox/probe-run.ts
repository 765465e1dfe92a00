/** Many probes in one guest: each is the body of an async function, and what becomes of each is told by its name. */
import type { GuestJob, GuestRun, Sandbox } from '../../src/sandbox/index.js'
import { guestJob } from './guest-job.js'

export interface Probe {
  readonly name: string
  readonly program: string
}

/** What a probe returned, as text, or what it threw. */
export interface ProbeOutcome {
  readonly value?: string
  readonly error?: string
}

/** Runs all of them one after the other in one guest. A probe that poisons the language poisons it for those behind it, too. */
export async function runProbes(
  sandbox: Sandbox,
  probes: readonly Probe[],
  rest: Partial<GuestJob> = {},
): Promise<{ readonly run: GuestRun; outcomeOf(name: string): ProbeOutcome }> {
  const bodies = probes.map(({ program }) => `async () => {${program}\n}`).join(',\n')
  const run = await sandbox.run(
    guestJob(
      `const show = (value) => typeof value === 'string' ? value : JSON.stringify(value) ?? String(value)
const outcomes = []
for (const probe of [${bodies}]) {
  try { outcomes.push({ value: show(await probe()) }) } catch (error) { outcomes.push({ error: String(error) }) }
}
return outcomes`,
      rest,
    ),
  )
  if (!Array.isArray(run.result)) throw new Error(`the probes ended as ${run.ended}: ${run.why}`)
  // The program above wrote them.
  const outcomes = run.result as unknown as readonly ProbeOutcome[]
  return {
    run,
    outcomeOf(name) {
      return outcomes[probes.findIndex((probe) => probe.name === name)] ?? { error: 'there is no such probe' }
    },
  }
}
