/** What variants of one plan are played for: which guesses matter, and, where a receipt is to be made, which parts of reads do. */
import { defined } from '../../base/index.js'
import type { RehearsalSettings } from '../options.js'
import { decidedByRepeats } from './asked-again.js'
import { isSameTrace } from './compare.js'
import { type FoundInfluence, findInfluence, type InfluenceQuestion, playing } from './find-influence.js'
import { decidedByNew } from './made-anew.js'
import { decidedByMoving, movingAnswer, movingQuestions } from './said-otherwise.js'
import { findUsedReads, type UsedReads } from './used-reads.js'
import { varyWorld, type WorldInfluence } from './vary-world.js'

export interface Explored {
  /** Absent when nothing was invented that the plan could have heard. */
  readonly found?: FoundInfluence
  /** Only where nothing was invented: else `found` has it. */
  readonly world?: WorldInfluence
  readonly usedReads?: UsedReads
}

export async function exploreBoth(
  { receipt }: RehearsalSettings,
  question: InfluenceQuestion,
): Promise<Explored> {
  const found = await findInfluence(question)
  const world = found === undefined ? await findWorldInfluence(question) : undefined
  const seen = (found?.world ?? world)?.decides ?? []
  // Where it is known already that the time decides, more of it says nothing new.
  const anew = seen.length > 0 ? undefined : await decidedByNew(question)
  const repeats = [
    ...(anew === undefined ? [] : [anew]),
    ...(await decidedByMoving(question)),
    ...(await decidedByRepeats(question)),
  ]
  const usedReads = receipt === undefined ? undefined : await findUsedReads(question)
  return defined({
    found: found && { ...found, world: withRepeats(found.world, repeats) },
    world: found === undefined && repeats.length > 0 ? withRepeats(world, repeats) : world,
    usedReads,
  })
}

/** Of a plan that was stopped: what it heard that moves may have led there, and nobody plays what goes on without end. */
export async function unplayed(question: InfluenceQuestion): Promise<Explored> {
  const { ended } = question.end
  const decides = (await movingQuestions(question)).map((each) => ({
    ...{ what: 'branch' as const, values: [ended, ended] as const },
    moving: movingAnswer(each),
  }))
  return decides.length === 0 ? {} : { world: withRepeats(undefined, decides) }
}

function withRepeats(
  world: WorldInfluence = { decides: [], open: [] },
  repeats: WorldInfluence['decides'],
): WorldInfluence {
  return { ...world, decides: [...world.decides, ...repeats] }
}

/**
 * A plan of which every answer is known, at other times, with other chance and with calls side by side in another order: what it does may
 * hang on those all the same. Undefined where the plan does not look at the world and waits for one call after the other, and where it does
 * not run the same way twice. Rejects as playing does.
 */
async function findWorldInfluence(question: InfluenceQuestion): Promise<WorldInfluence | undefined> {
  const { mayLookAtWorld, isSideBySide } = question
  if (!mayLookAtWorld && !isSideBySide) return undefined
  const { base: rehearsed, play } = playing(question, () => undefined)
  const base = await play(new Map())
  if (!isSameTrace(base.trace, rehearsed)) return undefined
  let left = question.budget
  // How long known answers take is known, too: no timer is set against longer ones. Which of two is quicker is luck all the same.
  const sideBySide = isSideBySide ? new Map() : undefined
  return await varyWorld(base, { sideBySide, longestWaitMs: undefined }, async (world) => {
    left--
    return left < 0 ? undefined : await play(new Map(), { world })
  })
}
