/** Calls that owe it to luck that they were made as they were: at another time, with other chance, or with what a server makes anew. */
import { isSameTrace } from './compare.js'
import { type InfluenceQuestion, playing } from './find-influence.js'
import { newAnswers, SHIFTS_MS } from './made-anew.js'
import type { CallName, Trace, VariedWorld } from './played.js'
import { CLOCKS } from './vary-world.js'

/**
 * The numbers of those that are not made everywhere, at the same place and of the same tool, and refused or not as in the rehearsal. None
 * where the plan looks at no clock and no chance and heard nothing new, and where it does not run the same way twice. Rejects as playing does.
 */
export async function luckyCalls(question: InfluenceQuestion): Promise<ReadonlySet<number>> {
  const { rehearsed, base: told, play } = playing(question, () => undefined)
  const others = newAnswers(rehearsed, question)
  if (!question.mayLookAtWorld && others === undefined) return new Set()
  const base = await play(new Map())
  if (!isSameTrace(base.trace, told)) return new Set()
  const runs: Trace[] = []
  const playOn = async (...given: Parameters<typeof play>): Promise<void> => {
    runs.push((await play(...given)).trace)
  }
  for (const world of worldsFor(base.trace)) await playOn(new Map(), { world, isAside: true })
  for (const { assignment, world } of others?.() ?? []) await playOn(assignment, { world, isAside: true })
  const lucky = [...rehearsed.entries].filter(([name]) =>
    runs.some((run) => !isMadeAlike(name, base.trace, run)),
  )
  return new Set(lucky.map(([, { call }]) => call.n))
}

function worldsFor({ watched }: Trace): readonly VariedWorld[] {
  const { looksAtClock = false, drawsChance = false } = watched ?? {}
  return [...(looksAtClock ? TIMES : []), ...(drawsChance ? CHANCES : [])]
}

const TIMES: readonly VariedWorld[] = [...CLOCKS, ...SHIFTS_MS.map((shiftMs) => ({ shiftMs }))]
/** A coin shows both of its sides in so many throws. */
const CHANCES: readonly VariedWorld[] = Array.from({ length: 16 }, (_, n) => ({ seed: 7_907 * (n + 1) }))

function isMadeAlike(name: CallName, base: Trace, other: Trace): boolean {
  const [was, is] = [base, other].map(({ calls }) => calls.find((call) => call.name === name))
  return was?.tool === is?.tool && base.refused.includes(name) === other.refused.includes(name)
}
