/** What all cases together say of one way of rehearsing: counts, shares, and the goals beside them. */
import type { Figure } from '../figure.js'
import type { Judged, JudgedFaulty, JudgedSound } from './judge.js'
import type { CaseResult, Way } from './run-case.js'

export interface Tally {
  readonly way: Way
  readonly sound: number
  readonly faulty: number
  readonly counts: Readonly<Record<Judged['as'], number>>
  /** Faults that run to their end for real. */
  readonly silent: number
  /** All below in %. */
  readonly caught: number
  readonly caughtOrNamed: number
  readonly soundPass: number
  readonly assumed: number
  readonly uncertain: number
  /** The mean over programs: one long loop is one program. */
  readonly callsAsReal: number
  readonly argumentsAsReal: number
}

export function tally(way: Way, results: readonly CaseResult[]): Tally {
  const judged = results.flatMap((result) => result.judged.filter((each) => each.way === way))
  const all = judged.map((each) => each.judged)
  const sound = all.filter((each): each is JudgedSound => each.role === 'sound')
  const faulty = all.filter((each): each is JudgedFaulty => each.role === 'faulty')
  const counts = {
    ...{ pass: 0, assumed: 0, uncertain: 0, 'wrong fail': 0 },
    ...{ caught: 0, named: 0, 'named among many': 0, trusted: 0, 'wrong pass': 0 },
  }
  for (const { role, as } of all) if (role === 'sound' || as !== 'uncertain') counts[as]++
  const sum = (of: keyof JudgedSound['agreement']): number =>
    sound.reduce((total, { agreement }) => total + agreement[of], 0)
  // A stub is the user's word: what it said wrongly is no fault of the rehearsal.
  const judgedFaulty = faulty.length - counts.trusted
  return {
    ...{ way, sound: sound.length, faulty: faulty.length, counts },
    silent: faulty.filter(({ isSilent }) => isSilent).length,
    caught: share(counts.caught, judgedFaulty),
    caughtOrNamed: share(counts.caught + counts.named, judgedFaulty),
    soundPass: share(counts.pass + counts.assumed, sound.length),
    assumed: share(counts.assumed, sound.length),
    uncertain: share(counts.uncertain, sound.length),
    callsAsReal: mean(sound.map(({ agreement: { callsAsReal, calls } }) => share(callsAsReal, calls))),
    argumentsAsReal: share(sum('argumentsAsReal'), sum('writes')),
  }
}

/** In %; of nothing all is so. */
function share(part: number, whole: number): number {
  return whole === 0 ? 100 : (100 * part) / whole
}

function mean(shares: readonly number[]): number {
  return shares.length === 0 ? 100 : shares.reduce((sum, each) => sum + each, 0) / shares.length
}

const WAY_NAMES: Readonly<Record<Way, string>> = {
  copies: 'with copies',
  recorded: 'without copies',
  stubbed: 'without copies, writes stubbed',
}

/** The goals; what has none is told by `describe`. */
export function figuresOf(tallies: readonly Tally[]): readonly Figure[] {
  return tallies.flatMap((each) => {
    const { way, counts, sound, faulty } = each
    const of = (
      name: string,
      value: number,
      target: Figure['target'],
      unit: string,
      detail: string,
    ): Figure => ({
      name: `${WAY_NAMES[way]}: ${name}`,
      ...{ value, unit, target, detail },
    })
    const ofFaulty = `of ${faulty} faulty programs, ${each.silent} of which run to their end for real`
    const wrong = [
      of('wrong pass', counts['wrong pass'], { atMost: 0 }, '', ofFaulty),
      of('wrong fail', counts['wrong fail'], { atMost: 0 }, '', `of ${sound} sound programs`),
    ]
    const caughtDetail = `${counts.caught} of ${faulty - counts.trusted} faulty programs`
    const soundDetail = `${counts.pass} pass, ${counts.assumed} assumed, ${counts.uncertain} uncertain`
    if (way === 'copies')
      return [
        ...wrong,
        of('caught', each.caught, { atLeast: 98 }, '%', caughtDetail),
        of('uncertain among sound', each.uncertain, { atMost: 1 }, '%', soundDetail),
        of('calls as real', each.callsAsReal, { atLeast: 99 }, '%', 'in their order, sound programs'),
      ]
    if (way === 'stubbed') return wrong
    return [
      ...wrong,
      of('caught', each.caught, { atLeast: 70 }, '%', caughtDetail),
      of('caught or named', each.caughtOrNamed, { atLeast: 85 }, '%', namedDetail(each)),
      of('sound that pass or are assumed', each.soundPass, { atLeast: 75 }, '%', soundDetail),
      of('written arguments as real', each.argumentsAsReal, { atLeast: 95 }, '%', 'sound programs'),
    ]
  })
}

function namedDetail({ counts }: Tally): string {
  return `${counts.named} named among three assumptions or fewer, ${counts['named among many']} among more`
}

/** Why sound programs stay uncertain: class, reason, and of how many programs it is told; the most frequent first. */
export function uncertainReasons(
  way: Way,
  results: readonly CaseResult[],
): readonly { readonly class: string; readonly reason: string; readonly programs: number }[] {
  const counts = new Map<string, { class: string; reason: string; programs: number }>()
  for (const { case: of, judged } of results)
    for (const each of judged) {
      if (each.way !== way || each.judged.role !== 'sound') continue
      for (const reason of each.judged.reasons) {
        const key = `${of.class} ${reason}`
        const row = counts.get(key) ?? { class: of.class, reason, programs: 0 }
        row.programs++
        counts.set(key, row)
      }
    }
  return [...counts.values()].sort((one, other) => other.programs - one.programs)
}
