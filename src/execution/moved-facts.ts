/** Holds the disk against what a sequence rests on. */
import type { WorldFact } from '../sequence/index.js'
import { lookAt } from './look-at-world.js'

/** A sentence for each that is not as it was seen; those without a digest say nothing. */
export async function movedFacts(facts: readonly WorldFact[]): Promise<readonly string[]> {
  const moved: string[] = []
  for (const fact of facts) {
    if (fact.digest === undefined) continue
    const now = await lookAt(fact)
    if (now !== fact.digest) moved.push(`${fact.path}: ${fact.why}, and ${howMoved(fact.digest, now)}`)
  }
  return moved
}

/** The facts with what is there now, where nothing is said of it yet. */
export async function lookAtFacts(facts: readonly WorldFact[]): Promise<readonly WorldFact[]> {
  const seen: WorldFact[] = []
  for (const fact of facts)
    seen.push(fact.digest === undefined ? { ...fact, digest: await lookAt(fact) } : fact)
  return seen
}

function howMoved(then: string | null, now: string | null): string {
  if (then === null) return 'it is there now'
  return now === null ? 'it is gone' : 'it is another one now'
}
