/** What each play of a session made anew: values that differ from play to play, with all places where they were said. */
import { type JsonValue, valueAt } from '../base/index.js'
import { toldValue } from '../call/index.js'
import {
  type Compared,
  type ComparisonRules,
  compareValues,
  type DifferingWord,
  keyOf,
} from './compare-values.js'
import { folderSizes } from './folder-sizes.js'
import { measuredAlike, measuredIn, roundedIn } from './measured.js'
import { minutesOf, type TimeSpan } from './minutes.js'
import { createOwnMap, type OwnMap, wordsOf } from './own-map.js'
import type { Play, PlayedCall } from './play.js'
import type { Place, Referable } from './template.js'
import { isLongBefore } from './times.js'
import { type OwnKind, TELLING_LENGTH } from './weave.js'

export interface OwnValueSeen {
  /** Its name in promises. */
  readonly name: string
  readonly kind: OwnKind
  readonly session: string
  /** In the plays, in their order. */
  readonly others: readonly string[]
  readonly server: string
  /** Where it was said, in the order of the calls; what nothing can point at is left out. */
  readonly places: readonly Place[]
  /** The call that said it first. */
  readonly first: number
  /** True where every play found it, and nothing that had been heard before told it. */
  readonly isNewInEach: boolean
  /** It stands for nothing outside its place: a time that is said elsewhere too, in each play alike, or a measured number. */
  readonly isOfPlace?: true
}

export interface PlaysCompared {
  readonly maps: readonly OwnMap[]
  readonly own: readonly OwnValueSeen[]
  /** By the number of the call: the words of its answer that differ, of all plays. */
  readonly words: ReadonlyMap<number, readonly DifferingWord[]>
  /** Answers that another world gives otherwise: by the number of the call, for each play that does, the end of a sentence. */
  readonly others: ReadonlyMap<number, readonly string[]>
  /** Words that the agent used of its own. */
  readonly isFixed: (word: string) => boolean
}

export interface KnownOfWorld {
  /** Whether a path that a call names is a folder. */
  readonly isFolder: (path: string) => boolean
  /** Whether a text stands in files of the world as it was before. */
  readonly isInWorld: (text: string) => boolean
  /** When all that was played. Default: nobody knows, and a time without seconds that all say alike is no time of now. */
  readonly during?: TimeSpan
}

export function comparePlays(
  session: Play,
  plays: readonly Play[],
  { isFolder, isInWorld, during }: KnownOfWorld,
): PlaysCompared {
  const fixed = new Set<string>()
  const isFixed = (word: string): boolean => fixed.has(word)
  const measured = measuredIn(session)
  const maps = plays.map(() => createOwnMap())
  const words = new Map<number, readonly DifferingWord[]>()
  const others = new Map<number, readonly string[]>()
  const gathered = new Map<string, Gathered>()
  for (const call of session.calls) {
    for (const word of wordsOf(call.arguments ?? {}))
      if (maps.every((map) => !map.isStale(word))) fixed.add(word)
    const compared = plays.map((play, i) =>
      compareAnswers(call, play.calls[call.n - 1], { map: maps[i] as OwnMap, isFixed, ...measured }),
    )
    const why = compared.flatMap((each) => (each.kind === 'other' ? [each.why] : []))
    if (why.length > 0) others.set(call.n, why)
    const sizes = folderSizes(call, isFolder)
    words.set(call.n, [...gather(call, compared, gathered), ...sizes])
    for (const size of sizes) gatherAlike(call, size, plays.length, gathered)
  }
  for (const [n, alike] of measuredAlike(session, words, isInWorld)) {
    words.set(n, [...(words.get(n) ?? []), ...alike])
    for (const word of alike) {
      // What is long enough, and said in no other place, is told from all else.
      const isTelling = word.session.length >= TELLING_LENGTH && measured.mayBeMeasured(word.session)
      const call = session.calls[n - 1] as PlayedCall
      gatherAlike(call, isTelling ? word : { ...word, isOfPlace: true }, plays.length, gathered)
    }
  }
  for (const [n, minutes] of during === undefined ? [] : minutesOf(session, during)) {
    const known = words.get(n) ?? []
    const alike = minutes.filter((minute) => !known.some((word) => keyOf(word) === keyOf(minute)))
    words.set(n, [...known, ...alike])
    for (const word of alike) gatherAlike(session.calls[n - 1] as PlayedCall, word, plays.length, gathered)
  }
  const rounded = new Map(session.calls.map((call) => [call.n, roundedIn(call, words.get(call.n) ?? [])]))
  const isRounded = ({ call, ...place }: Place): boolean => rounded.get(call)?.has(keyOf(place)) === true
  const own = [...gathered.values()].map((value, i): OwnValueSeen => {
    // That all worlds of now round it alike says nothing.
    if (value.kind === 'number' && value.places.length > 0 && value.places.every(isRounded))
      return { ...value, name: `${value.kind}${i + 1}`, isNewInEach: false, isOfPlace: true }
    const isPinned = value.kind === 'time' && maps.every((map) => map.isPinned(value.session))
    return { ...value, name: `${value.kind}${i + 1}`, ...(isPinned ? { isOfPlace: true } : {}) }
  })
  return { maps, own, words, others, isFixed }
}

/** Of two worlds; `other` is the same call of the other one. */
export function compareAnswers(
  session: PlayedCall,
  other: PlayedCall | undefined,
  rules: ComparisonRules,
): Compared {
  if (session.end.kind === 'unanswered' || other === undefined)
    return { kind: 'other', why: 'nobody answered it in each world' }
  if (other.end.kind === 'unanswered')
    return { kind: 'other', why: `nobody answered it there (${other.end.why})` }
  const [one, two] = [session.end.outcome, other.end.outcome]
  if (one.kind !== two.kind)
    return { kind: 'other', why: `it is answered by a ${two.kind} instead of a ${one.kind}` }
  return compareValues(toldValue(one), toldValue(two), rules)
}

interface Gathered {
  readonly kind: OwnKind
  readonly session: string
  readonly others: readonly string[]
  readonly server: string
  readonly first: number
  readonly places: Place[]
  readonly isOfPlace?: true
  isNewInEach: boolean
}

/** The same in each copy, and another one on the disk: any will do. */
function gatherAlike(
  { n, server, end }: PlayedCall,
  word: DifferingWord & { readonly isOfPlace?: true },
  plays: number,
  gathered: Map<string, Gathered>,
): void {
  const answer = end.kind === 'answered' ? toldValue(end.outcome) : null
  gathered.set(`alike ${n} ${keyOf(word)}`, {
    ...(word.isOfPlace === undefined ? {} : { isOfPlace: word.isOfPlace }),
    ...{ kind: word.kind, session: word.session, server, first: n, isNewInEach: false },
    ...{ others: Array.from({ length: plays }, () => word.other), places: [placeOf(n, answer, word)] },
  })
}

/** All differing words of one answer; each is put to the value that it is. */
function gather(
  { n, server, end }: PlayedCall,
  compared: readonly Compared[],
  gathered: Map<string, Gathered>,
): readonly DifferingWord[] {
  const answer = end.kind === 'answered' ? toldValue(end.outcome) : null
  const found = compared.map(
    (each) => new Map(each.kind === 'alike' ? each.words.map((word) => [keyOf(word), word]) : []),
  )
  const all = new Map(found.flatMap((each) => [...each]))
  for (const [key, word] of all) {
    const each = found.map((words) => words.get(key))
    const isExplained = each.every((one) => one === undefined || !one.isNew)
    const others = each.map((one) => one?.other ?? word.session)
    const identity = JSON.stringify([word.session, ...others])
    const known = gathered.get(identity)
    const kind = each.find((one) => one !== undefined)?.kind ?? word.kind
    // What is told by what was heard before is a value of its own only where it is that value as it stands. A number may be told so by
    // chance, and is as in the session in another world: then it is one of its place.
    const isByChance = known === undefined && isExplained
    if (isByChance && kind !== 'number') continue
    const value = known ?? {
      ...(isByChance ? { isOfPlace: true as const } : {}),
      kind,
      session: word.session,
      others,
      server,
      first: n,
      places: [],
      isNewInEach: each.every((one) => one?.isNew === true),
    }
    if (!word.isHidden) value.places.push(placeOf(n, answer, word))
    gathered.delete(identity)
    gathered.set(identity, value)
  }
  return [...all.values()]
}

function placeOf(call: number, answer: JsonValue, { pointer, word, session }: DifferingWord): Place {
  const isWhole = word === undefined || valueAt(answer, pointer) === session
  return { call, pointer, ...(isWhole ? {} : { word }) }
}

/** Those that were said before a call, what was heard last at the end. */
export function referableBefore(own: readonly OwnValueSeen[], call: number): readonly Referable[] {
  return own
    .filter(({ isOfPlace }) => isOfPlace !== true)
    .flatMap(({ name, session: text, others, kind, server, places }) => {
      const [first, ...more] = places.filter((place) => place.call < call)
      if (first === undefined) return []
      const isLongAgo = kind === 'time' && others.some((other) => isLongBefore(other, text))
      return [{ name, text, kind, others, server, places: [first, ...more] as const, isLongAgo }]
    })
    .toSorted((a, b) => (a.places.at(-1)?.call ?? 0) - (b.places.at(-1)?.call ?? 0))
}
