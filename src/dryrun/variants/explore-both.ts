/** What variants of one plan are played for: which guesses matter, and, where a receipt is to be made, which parts of reads do. */
import { defined } from '../../base/index.js'
import type { RehearsalSettings } from '../options.js'
import { type FoundInfluence, findInfluence, type InfluenceQuestion } from './find-influence.js'
import { findUsedReads, type UsedReads } from './used-reads.js'
import type { WorldInfluence } from './vary-world.js'
import { findWorldInfluence } from './world-alone.js'

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
  const usedReads = receipt === undefined ? undefined : await findUsedReads(question)
  return defined({ found, world, usedReads })
}
