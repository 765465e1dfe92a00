/** One sandbox for all rehearsals of a worker: to find out what a machine gives takes as long as a guest. */
import { createDenoSandbox, type Sandbox } from '../../src/sandbox/index.js'

const made: Promise<Sandbox>[] = []

/** It has no guests but while a program runs, so that nothing is left to close. */
export function oneSandbox(): Promise<Sandbox> {
  const [there = createDenoSandbox({ poolSize: 0 })] = made
  if (made.length === 0) made.push(there)
  return there
}
