/**
 * Whether it matters that equal questions were answered alike: where no server ever answered, nobody knows that the second answer is the
 * first one.
 */
import { differenceOf, type Lab } from './lab.js'
import type { CallName, Reply } from './played.js'
import type { EqualQuestions } from './varied-answer.js'

/** What a value of a group decides is blamed on the first of its calls. */
export async function moveApart(alike: readonly EqualQuestions[], lab: Lab): Promise<void> {
  await tryApart(alike, eachAnother, lab)
  await tryApart(
    alike.filter(({ first, others }) => others.length > 1 && !lab.decides.has(first.name)),
    lastAlone,
    lab,
  )
}

type Way = (group: EqualQuestions) => readonly (readonly [CallName, Reply])[]

function eachAnother({ first: { replies }, others }: EqualQuestions): ReturnType<Way> {
  return others.flatMap(({ name }, i) => {
    const reply = replies[i % replies.length]
    return reply === undefined ? [] : [[name, reply]]
  })
}

function lastAlone({ first, others }: EqualQuestions): ReturnType<Way> {
  return eachAnother({ first, others: others.slice(-1) })
}

/** All at once; where that moves something, it is found out whose answers it were. */
async function tryApart(groups: readonly EqualQuestions[], way: Way, lab: Lab): Promise<void> {
  const changes = groups.flatMap(way)
  if (changes.length === 0) return
  const run = await lab.play(new Map(changes))
  const moved = groups.flatMap(({ others }) => others)
  const difference = run && differenceOf(run, lab.base, moved)
  if (difference === undefined) return
  const [only, ...rest] = groups
  if (only !== undefined && rest.length === 0) {
    lab.blame([only.first.name], difference)
    return
  }
  const half = Math.ceil(groups.length / 2)
  await tryApart(groups.slice(0, half), way, lab)
  await tryApart(groups.slice(half), way, lab)
}
