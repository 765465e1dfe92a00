/** How much each instruction of a catalogue is about a topic, by the words that it is called by. */
import type { TextIndex } from './text-index.js'
import type { Topic } from './topics/index.js'

/** From 0 to 1 for each instruction that is about the topic at all, by its number. */
export type TopicAffinities = (topic: Topic) => readonly (readonly [number, number])[]

/** Counted when a topic is first told of: most never are. */
export function createTopicAffinities(index: TextIndex, size: number): TopicAffinities {
  const known = new Map<Topic, ReturnType<TopicAffinities>>()
  return (topic) => {
    const found = known.get(topic) ?? affinitiesOf(topic, index, size)
    known.set(topic, found)
    return found
  }
}

function affinitiesOf({ names }: Topic, index: TextIndex, size: number): ReturnType<TopicAffinities> {
  const total = new Float64Array(size)
  for (const { stems, weight } of names) {
    const each = new Float64Array(size)
    for (const stem of stems) {
      const rarity = index.rarity(stem)
      if (rarity > 0) index.addScores(stem, weight / rarity / stems.length, each)
    }
    for (const [n, score] of each.entries()) total[n] = (total[n] ?? 0) + score ** EMPHASIS
  }
  // Where nothing is called by the topic, what mentions it is not about it either.
  const best = total.reduce((most, score) => Math.max(most, score), CALLED)
  return [...total.entries()].flatMap(([n, score]) => {
    const affinity = (score / best) ** SHARPNESS
    return affinity < LEAST ? [] : [[n, affinity] as const]
  })
}

/** A word in a name says more than several in texts. */
const EMPHASIS = 1.5
const CALLED = 10
const SHARPNESS = 1.3
const LEAST = 0.05
