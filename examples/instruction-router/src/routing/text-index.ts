/** BM25F: where stems stand in the weighted fields of documents, and how much each document is about them. */

export interface Field {
  readonly name: string
  readonly weight: number
  /** How much a long field counts for less: 0 not at all, 1 in full. */
  readonly lengthPenalty: number
}

export interface TextIndex {
  /** The rarity of a stem that stands in one document. */
  readonly rarest: number
  /** How rare a stem is; 0 for one that stands nowhere. */
  rarity(stem: string): number
  has(stem: string): boolean
  /** Whether a stem stands in a document, by its number. */
  stands(stem: string, document: number): boolean
  /** Adds to `scores`, one number a document, what the documents are about a stem, times `weight`. */
  addScores(stem: string, weight: number, scores: Float64Array): void
  /** The same, but takes the larger of what is there and what would be added. */
  raiseScores(stem: string, weight: number, scores: Float64Array): void
  /** All stems of the given length in letters that stand anywhere. */
  stemsOfLength(length: number): readonly string[]
  stemsBeginning(prefix: string): readonly string[]
}

/** The stems of one document, field by field as `fields` has them. */
export type FieldStems = readonly (readonly string[])[]

export function createTextIndex(fields: readonly Field[], documents: readonly FieldStems[]): TextIndex {
  const postings = collect(fields, documents)
  const rarities = new Map<string, number>()
  for (const [stem, { ids }] of postings) rarities.set(stem, rarity(ids.length))
  const sorted = [...postings.keys()].sort()
  const byLength = new Map<number, string[]>()
  for (const stem of sorted) byLength.set(stem.length, [...(byLength.get(stem.length) ?? []), stem])

  /** A word that most documents have still tells those that are about it, in a small collection above all. */
  function rarity(count: number): number {
    return Math.max(inverse(documents.length, count), LEAST_RARE * inverse(documents.length, 1))
  }

  return {
    rarest: rarity(1),
    rarity: (stem) => rarities.get(stem) ?? 0,
    has: (stem) => postings.has(stem),
    stands: (stem, document) => postings.get(stem)?.ids.includes(document) ?? false,
    addScores(stem, weight, scores) {
      const posting = postings.get(stem)
      if (posting === undefined) return
      const rare = (rarities.get(stem) ?? 0) * weight
      for (const [n, id] of posting.ids.entries())
        scores[id] = (scores[id] ?? 0) + rare * saturated(posting.counts[n] ?? 0)
    },
    raiseScores(stem, weight, scores) {
      const posting = postings.get(stem)
      if (posting === undefined) return
      const rare = (rarities.get(stem) ?? 0) * weight
      for (const [n, id] of posting.ids.entries())
        scores[id] = Math.max(scores[id] ?? 0, rare * saturated(posting.counts[n] ?? 0))
    },
    stemsOfLength: (length) => byLength.get(length) ?? [],
    stemsBeginning(prefix) {
      const found: string[] = []
      for (let at = firstFrom(sorted, prefix); sorted[at]?.startsWith(prefix); at++)
        found.push(sorted[at] ?? '')
      return found
    },
  }
}

/** The documents of a stem, ascending, and how often it stands in each: weighted, and made up for length. */
interface Posting {
  readonly ids: number[]
  readonly counts: number[]
}

const LEAST_RARE = 0.35

function inverse(size: number, count: number): number {
  return Math.log(1 + (size - count + 0.5) / (count + 0.5))
}

/** Ever more of the same says ever less. */
function saturated(count: number): number {
  return (count * (SATURATION + 1)) / (count + SATURATION)
}

const SATURATION = 4

function collect(fields: readonly Field[], documents: readonly FieldStems[]): Map<string, Posting> {
  const averages = fields.map(
    (_, f) =>
      documents.reduce((sum, document) => sum + (document[f]?.length ?? 0), 0) / (documents.length || 1),
  )
  const postings = new Map<string, Posting>()
  for (const [id, document] of documents.entries())
    for (const [f, { weight, lengthPenalty }] of fields.entries()) {
      const stems = document[f] ?? []
      const relative = stems.length / (averages[f] || 1)
      const count = weight / (1 - lengthPenalty + lengthPenalty * relative)
      for (const stem of stems) add(postings, stem, id, count)
    }
  return postings
}

function add(postings: Map<string, Posting>, stem: string, id: number, count: number): void {
  const posting = postings.get(stem)
  if (posting === undefined) postings.set(stem, { ids: [id], counts: [count] })
  else if (posting.ids.at(-1) === id)
    posting.counts[posting.counts.length - 1] = (posting.counts.at(-1) ?? 0) + count
  else {
    posting.ids.push(id)
    posting.counts.push(count)
  }
}

/** Of sorted texts, the first that is not before the given one. */
function firstFrom(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}
