/** Has every kind of answer that random sequences gave come often enough: counts them, and makes sequences in which rare ones come again. */
import type { Random } from '../../src/base/index.js'
import type { Sequence } from './copied-sequences.js'

export interface OftenEnough {
  /** What came of a sequence: the kind of each answer. */
  note(sequence: Sequence, kinds: readonly string[]): void
  /** How often each kind came. */
  readonly counts: ReadonlyMap<string, number>
  /** Kinds that came less than `times`. */
  rare(): readonly string[]
  /** A sequence of about `length` calls in which some of the rare kinds may come again. There must be some. */
  again(random: Random, length: number): Sequence
}

export function oftenEnough(times: number): OftenEnough {
  const counts = new Map<string, number>()
  const examples = new Map<string, Example[]>()
  const rare = (): readonly string[] =>
    [...counts].flatMap(([kind, count]) => (count < times ? [kind] : [])).sort()
  const exampleOf = (kind: string, random: Random): Example => random.pick(examples.get(kind) ?? [])

  return {
    counts,
    rare,
    note(sequence, kinds) {
      for (const [at, kind] of kinds.entries()) {
        counts.set(kind, (counts.get(kind) ?? 0) + 1)
        const known = examples.get(kind) ?? []
        if (known.length < times) examples.set(kind, [...known, { sequence, at }])
      }
    },
    again(random, length) {
      const wanted = exampleOf(random.pick(rare()), random)
      const calls = [...onTheWay(wanted, random)]
      // One that needs little before it comes at the end of any sequence.
      while (calls.length < length) {
        const { sequence, at } = exampleOf(random.pick(rare()), random)
        calls.push(...sequence.calls.slice(Math.max(0, at - random.integer(0, 3)), at + 1))
      }
      return { script: wanted.sequence.script, calls }
    },
  }
}

interface Example {
  readonly sequence: Sequence
  readonly at: number
}

/** All that came before it, mostly, and the call itself. */
function onTheWay({ sequence, at }: Example, random: Random): Sequence['calls'] {
  const before = sequence.calls.slice(0, at)
  const leftOut = random.integer(-before.length, before.length - 1)
  return [...before.filter((_, i) => i !== leftOut), ...sequence.calls.slice(at, at + 1)]
}
