/** Which topics words are about that no turn of phrase tells of: by how few topics a word is used, and how often. */
export interface Vocabulary<Topic> {
  /** About how many telling words speak for each topic. One word alone tells too little to count. */
  nearTo(words: readonly string[]): ReadonlyMap<Topic, number>
}

export function createVocabulary<Topic>(texts: ReadonlyMap<Topic, readonly string[]>): Vocabulary<Topic> {
  const users = new Map<string, Map<Topic, number>>()
  for (const [topic, words] of texts)
    for (const word of words) {
      const counts = users.get(word) ?? new Map<Topic, number>()
      users.set(word, counts.set(topic, (counts.get(topic) ?? 0) + 1))
    }

  /** From 1 for a word of one topic down to next to nothing for one of all. */
  function rarity(topics: number): number {
    return (Math.log(1 + texts.size / topics) / Math.log(1 + texts.size)) ** 2
  }

  return {
    nearTo(words) {
      const near = new Map<Topic, { words: number; nearness: number }>()
      for (const word of new Set(words)) {
        const counts = users.get(word)
        for (const [topic, count] of counts ?? []) {
          const known = near.get(topic) ?? { words: 0, nearness: 0 }
          const more = (rarity(counts?.size ?? 1) * count) / (count + SATURATION)
          near.set(topic, { words: known.words + 1, nearness: known.nearness + more })
        }
      }
      return new Map(
        [...near].flatMap(([topic, { words: heard, nearness }]) => (heard > 1 ? [[topic, nearness]] : [])),
      )
    },
  }
}

const SATURATION = 1
