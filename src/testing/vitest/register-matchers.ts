/** Makes the matchers known to vitest's `expect`. */
import { expect } from 'vitest'
import { createMatchers, type Matchers } from '../matchers/create-matchers.js'
import { createVacuityLog, type VacuityMode } from '../vacuity/vacuity-log.js'
import { chainMatchers } from './chain.js'
import { addNormalisedSnapshot } from './normalised-snapshot.js'
import { createVacuityWatch, type VacuityWatch } from './vacuity-watch.js'

/** Registers all matchers, in chains and with a check of vacuity. Doing it twice is fine: the later one looks after vacuity. */
export function registerMatchers(): VacuityWatch {
  const watch = createVacuityWatch()
  const sets: Readonly<Record<VacuityMode, Matchers>> = {
    warn: createMatchers({ vacuity: watch.log }),
    error: createMatchers({ vacuity: createVacuityLog({ mode: 'error' }) }),
    off: createMatchers(),
  }
  // The keys of the object are the names.
  const names = Object.keys(sets.off) as (keyof Matchers)[]
  const functions = names.map((name) => [
    name,
    function (this: unknown, received: unknown, ...args: readonly unknown[]) {
      const task = typeof this === 'object' && this !== null && 'task' in this ? this.task : undefined
      // Each matcher checks the arguments that it is given; the types of a chain pair them with its name.
      const matcher = sets[watch.modeOf(task)][name] as (
        ...all: readonly unknown[]
      ) => ReturnType<Matchers[typeof name]>
      return matcher.call(this, received, ...args)
    },
  ])
  expect.extend(Object.fromEntries(functions))
  chainMatchers([...names, addNormalisedSnapshot()], (call, run) => watch.around(call, run))
  return watch
}
