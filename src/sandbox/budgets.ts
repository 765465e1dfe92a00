/** What a run may use, checked and filled in. */
import { UsageError } from '../base/index.js'
import type { Budgets, World } from './sandbox.js'

/** The budgets of a job in a virtual world that names none. */
export const DEFAULT_BUDGETS: Budgets = {
  // Far above the processor time: what a busy machine has no time for proves nothing about a program.
  wallMs: 120_000,
  cpuSeconds: 5,
  residentBytes: 512 * 1024 * 1024,
  calls: 1_000,
  callsPerSite: 500,
  bytesOut: 16 * 1024 * 1024,
  bytesIn: 64 * 1024 * 1024,
  depth: 64,
}

/** Real servers take real time, and people who are asked take more. */
const REAL_WALL_MS = 5 * 60_000

/** The budgets of a job that names none. */
export function defaultBudgets(world: World['kind']): Budgets {
  return world === 'real' ? { ...DEFAULT_BUDGETS, wallMs: REAL_WALL_MS } : DEFAULT_BUDGETS
}

/** Seconds of processor time after which the kernel ends a guest whatever its job says: guests start before their job is known. */
export const MOST_CPU_SECONDS = 300

/**
 * Fills in the defaults.
 * @throws UsageError USAGE for a budget that is not a positive integer, and for more processor time than the kernel will give.
 */
export function completeBudgets(given: Partial<Budgets> = {}, world: World['kind'] = 'virtual'): Budgets {
  const budgets = { ...defaultBudgets(world), ...given }
  for (const [name, value] of Object.entries(budgets)) {
    if (!Number.isSafeInteger(value) || value <= 0) {
      throw new UsageError('USAGE', `Cannot run a program with a budget of ${name} = ${value}`, {
        hint: 'a budget is a whole number above zero',
      })
    }
  }
  if (budgets.cpuSeconds > MOST_CPU_SECONDS) {
    throw new UsageError(
      'USAGE',
      `Cannot run a program with a budget of cpuSeconds = ${budgets.cpuSeconds}: the most is ${MOST_CPU_SECONDS}`,
    )
  }
  return budgets
}
