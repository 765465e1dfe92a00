/** A plan of which every answer is known, at other times and with other chance: what it does may hang on those all the same. */

import { isSameTrace } from './compare.js'
import { type InfluenceQuestion, playing } from './find-influence.js'
import { varyWorld, type WorldInfluence } from './vary-world.js'

/** Undefined where the plan does not look at the world, and where it does not run the same way twice. Rejects as playing does. */
export async function findWorldInfluence(question: InfluenceQuestion): Promise<WorldInfluence | undefined> {
  if (!question.mayLookAtWorld) return undefined
  const { base: rehearsed, play } = playing(question, () => undefined)
  const base = await play(new Map())
  if (!isSameTrace(base.trace, rehearsed)) return undefined
  let left = question.budget
  // How long known answers take is known, too: no timer is set against longer ones.
  return await varyWorld(base, { sideBySide: undefined, longestWaitMs: undefined }, async (world) => {
    left--
    return left < 0 ? undefined : await play(new Map(), { world })
  })
}
