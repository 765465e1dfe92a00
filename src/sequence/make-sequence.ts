/** Makes a plan of a session, from its own play and those of fresh worlds; or says, call by call, why it cannot be one. */
import { defined, type JsonObject } from '../base/index.js'
import { toldValue } from '../call/index.js'
import { compareValues, keyOf } from './compare-values.js'
import { computedReasons, type Templates } from './computed-reasons.js'
import { compareEnds, endStateOf } from './end-state.js'
import type { TimeSpan } from './minutes.js'
import type { NotAppliable } from './not-appliable.js'
import { ownFilesOf } from './own-files.js'
import { createOwnMap } from './own-map.js'
import { comparePlays, type OwnValueSeen, type PlaysCompared, referableBefore } from './own-values.js'
import type { Play, PlayedCall } from './play.js'
import { promiseOf } from './promise.js'
import { findRaces, groupsOf } from './races.js'
import { type OwnValue, SEQUENCE_FORMAT, type Sequence, type SequenceStep } from './sequence.js'
import { resolveTemplate, type Templated, templateOf, textAt, Unresolved } from './template.js'
import { instantOf, isWithoutSeconds } from './times.js'
import { TELLING_LENGTH } from './weave.js'

export interface SequenceOptions {
  /** Whether a word stands in files of the world as it was before the session. Default: in those that it changed. */
  readonly isInWorld?: (word: string) => boolean
  /** Whether a path that a call names is a folder, whose size is another one in a copy. Default: none that the session did not make. */
  readonly isFolder?: (path: string) => boolean
  /** What stands in no answer but that of a server in a copy, such as a variable that is set there. */
  readonly onlyInCopies?: readonly string[]
  /** When all that was played: a time of it that is written without seconds will be another one. Default: none is. */
  readonly during?: TimeSpan
}

export type SequenceMaking =
  | { readonly kind: 'appliable'; readonly sequence: Sequence }
  /** What was seen may be chance: one more fresh play is wanted before anything is said. `why`: a sentence. */
  | { readonly kind: 'another-play'; readonly why: string }
  | { readonly kind: 'not-appliable'; readonly reasons: readonly [NotAppliable, ...NotAppliable[]] }

/** `plays`: of fresh worlds, two or more, seconds apart. Pure. */
export function makeSequence(
  session: Play,
  plays: readonly Play[],
  { isFolder, isInWorld = inFilesBefore(session), onlyInCopies = [], during }: SequenceOptions = {},
): SequenceMaking {
  const compared = comparePlays(session, plays, {
    ...{ isFolder: folderIn(session, isFolder), isInWorld },
    ...defined({ during }),
  })
  const templates = templatesOf(session, compared.own)
  const reasons: NotAppliable[] = [
    ...session.calls.flatMap(whyNotPlayed),
    ...session.calls.flatMap((call) => copyTold(call, onlyInCopies)),
    ...[...findRaces(session, plays)].map(([call, why]): NotAppliable => ({ call, what: 'raced', why })),
    ...computedReasons(session, compared.own, templates, isInWorld),
    ...otherAnswers(session, plays, compared),
    ...unfollowed(session, plays, templates),
  ]
  const ends = endReasons(session, plays, compared)
  if (reasons.length === 0) reasons.push(...ends.reasons)
  const moved = movedReasons(compared.own, ends.own, plays.length)
  if (moved.length === 0) reasons.push(...fewNames(compared.own))
  if (reasons.length === 0 && moved.length > 0 && plays.length < MOST_PLAYS)
    return { kind: 'another-play', why: moved[0]?.why ?? '' }
  const [first, ...others] = [...reasons, ...moved].toSorted(
    (a, b) => (a.call ?? Infinity) - (b.call ?? Infinity),
  )
  if (first !== undefined) return { kind: 'not-appliable', reasons: [first, ...others] }
  return { kind: 'appliable', sequence: sequenceOf(session, compared, templates) }
}

/** Of what the session changed, as it was: an agent may know it from elsewhere. */
function inFilesBefore({ calls }: Play): (word: string) => boolean {
  const texts = new Map<string, string>()
  for (const { path, before } of calls.flatMap(({ changes }) => changes))
    if (!texts.has(path)) texts.set(path, Buffer.from(before?.content ?? []).toString('utf8'))
  return (word) => [...texts.values()].some((text) => text.includes(word))
}

/** Two agree by chance now and then, and three hardly ever. */
const MOST_PLAYS = 4

function whyNotPlayed({ n, end, asked }: PlayedCall): readonly NotAppliable[] {
  if (asked !== undefined)
    return [
      {
        call: n,
        what: 'asked',
        why: `Call ${n}: its server asked the client (${asked}), and nobody is there to answer again`,
      },
    ]
  if (end.kind === 'unanswered')
    return [
      {
        call: n,
        what: 'unanswered',
        why: `Call ${n} was not answered by its server in the copy: ${end.why}`,
      },
    ]
  return []
}

function copyTold({ n, end }: PlayedCall, onlyInCopies: readonly string[]): readonly NotAppliable[] {
  if (end.kind !== 'answered') return []
  const said = JSON.stringify(toldValue(end.outcome))
  const word = onlyInCopies.find((each) => said.includes(each))
  return word === undefined
    ? []
    : [{ call: n, what: 'differs', why: `Call ${n} is answered with ${word}, which only a copy has` }]
}

function folderIn(
  { calls }: Play,
  isFolder: (path: string) => boolean = () => false,
): (path: string) => boolean {
  const made = calls.flatMap(({ changes }) =>
    changes.flatMap(({ path, after }) => (after?.kind === 'folder' ? [path] : [])),
  )
  return (path) => isFolder(path) || made.some((each) => path === each || path.endsWith(`/${each}`))
}

/** Of a group, all have what was said before it began. */
function templatesOf({ calls }: Play, own: readonly OwnValueSeen[]): Templates {
  return new Map(
    groupsOf(calls).flatMap((group) =>
      group.flatMap(({ n, server, arguments: args }): (readonly [number, Templated])[] =>
        args === undefined ? [] : [[n, templateOf(args, server, referableBefore(own, group[0]?.n ?? n))]],
      ),
    ),
  )
}

function otherAnswers(
  session: Play,
  plays: readonly Play[],
  { others }: PlaysCompared,
): readonly NotAppliable[] {
  return [...others].map(([call, [why]]): NotAppliable => {
    const isMoved = plays.length > 1 && isAlikeAmongFresh(session, plays, call)
    return isMoved
      ? { call, what: 'moved', why: `Call ${call} is answered otherwise in each world of now: ${why}` }
      : {
          call,
          what: 'differs',
          why: `Call ${call} is answered otherwise in another world, in a way that cannot be followed: ${why}`,
        }
  })
}

function isAlikeAmongFresh(_session: Play, [first, ...others]: readonly Play[], call: number): boolean {
  const valueIn = (play: Play | undefined) => {
    const end = play?.calls[call - 1]?.end
    return end?.kind === 'answered' ? { kind: end.outcome.kind, value: toldValue(end.outcome) } : undefined
  }
  const one = valueIn(first)
  return others.every((play) => {
    const two = valueIn(play)
    if (one === undefined || two === undefined || one.kind !== two.kind) return false
    return compareValues(one.value, two.value, { map: createOwnMap() }).kind === 'alike'
  })
}

/** A reference has to find in each world what was called with there. */
function unfollowed(session: Play, plays: readonly Play[], templates: Templates): readonly NotAppliable[] {
  return session.calls.flatMap(({ n }): NotAppliable[] => {
    const template = templates.get(n)?.template
    if (template === undefined) return []
    const isFollowed = plays.every((play) => isFound(template, play, n))
    return isFollowed
      ? []
      : [
          {
            call: n,
            what: 'differs',
            why: `Call ${n} needs what earlier answers said, and it cannot be found there in each world`,
          },
        ]
  })
}

function isFound(template: JsonObject, play: Play, n: number): boolean {
  try {
    const { arguments: args } = resolveTemplate(template, (place) => {
      const end = play.calls[place.call - 1]?.end
      return end?.kind === 'answered' ? textAt(toldValue(end.outcome), place) : undefined
    })
    const found = compareValues(args, play.calls[n - 1]?.arguments ?? {}, { map: createOwnMap() })
    // Of two times that were one in the session either may be meant.
    return found.kind === 'alike' && found.words.every(({ kind }) => kind === 'time')
  } catch (failure) {
    if (failure instanceof Unresolved) return false
    throw failure
  }
}

interface Ends {
  readonly reasons: readonly NotAppliable[]
  /** What files alone tell. */
  readonly own: readonly Pick<OwnValueSeen, 'kind' | 'session' | 'others' | 'isNewInEach'>[]
}

function endReasons(session: Play, plays: readonly Play[], { maps }: PlaysCompared): Ends {
  // When a log is written hangs on the moment: what is a server's own in one play is so in each.
  const own = new Set([session, ...plays].flatMap((play) => [...ownFilesOf(play)]))
  const left = endStateOf(session, own)
  const compared = plays.map((play, i) => compareEnds(left, endStateOf(play, own), maps[i] ?? createOwnMap()))
  const why = compared.flatMap((each) => (each.kind === 'other' ? [each.why] : []))[0]
  if (why !== undefined)
    return {
      own: [],
      reasons: [
        {
          what: 'differs',
          why: `What is left at the end differs from world to world, in a way that cannot be followed: ${why}`,
        },
      ],
    }
  const words = compared.map(
    (each) => new Map(each.kind === 'alike' ? each.words.map((word) => [keyOf(word), word]) : []),
  )
  const inFiles = [...(words[0] ?? [])].map(([key, { kind, session: said }]) => {
    const each = words.map((of) => of.get(key))
    return {
      kind,
      session: said,
      others: each.map((one) => one?.other ?? said),
      isNewInEach: each.every((one) => one?.isNew === true),
    }
  })
  return { reasons: [], own: inFiles }
}

/** What no two worlds make alike is their own; what all of now say alike, and the session otherwise, is a world that moved. */
function movedReasons(
  own: readonly OwnValueSeen[],
  inFiles: Ends['own'],
  plays: number,
): readonly NotAppliable[] {
  if (plays < 2) return []
  const hasMoved = (value: Pick<OwnValueSeen, 'session' | 'others' | 'isNewInEach'>): boolean =>
    value.isNewInEach && new Set(value.others).size === 1 && !isMinuteOfNow(value)
  return [
    ...own.filter(hasMoved).map(
      ({ first: call, session, others }): NotAppliable => ({
        call,
        what: 'moved',
        why: `Call ${call} said ${session} in the session, and says ${others[0]} in each world of now`,
      }),
    ),
    ...inFiles.filter(hasMoved).map(
      ({ session, others }): NotAppliable => ({
        what: 'moved',
        why: `At the end ${session} stood where ${others[0]} stands in each world of now`,
      }),
    ),
  ]
}

/** A name of letters alone is made anew where no two worlds have it alike: else it is a state, or one of few, and says what an agent decides by. */
function fewNames(own: readonly OwnValueSeen[]): readonly NotAppliable[] {
  return own
    .filter(
      ({ kind, session, others }) =>
        kind === 'id' && !/\d/.test(session) && new Set([session, ...others]).size <= others.length,
    )
    .map(({ first: call, session, others }) => ({
      ...{ call, what: 'differs' },
      why: `Call ${call} says ${session} in one world, and ${others.find((other) => other !== session)} in another: a word that is the same in some of them is nobody's own`,
    }))
}

/** Written without its seconds, it is the same in worlds that are seconds apart. */
function isMinuteOfNow({ session, others }: Pick<OwnValueSeen, 'session' | 'others'>): boolean {
  const [was, is] = [instantOf(session), instantOf(others[0] ?? '')]
  return was !== undefined && is !== undefined && isWithoutSeconds(session) && is > was && is - was < SOON_MS
}

const SOON_MS = 3_600_000

function sequenceOf(session: Play, { own, words }: PlaysCompared, templates: Templates): Sequence {
  const references = [...templates.values()].flatMap((each) => each.references)
  const isShort = references.some(({ own: name }) => {
    const value = own.find((each) => each.name === name)
    return value !== undefined && value.session.length < TELLING_LENGTH
  })
  return {
    format: SEQUENCE_FORMAT,
    steps: session.calls.flatMap((call) => stepOf(call, words.get(call.n) ?? [], own, templates)),
    own: Object.fromEntries(
      own.map(({ name, kind, session: said }): [string, OwnValue] => [name, { kind, session: said }]),
    ),
    ...(isShort ? { only_unmoved: true } : {}),
  }
}

function stepOf(
  { n, server, tool, isRead, together, end }: PlayedCall,
  words: Parameters<typeof promiseOf>[1],
  own: readonly OwnValueSeen[],
  templates: Templates,
): readonly SequenceStep[] {
  if (end.kind !== 'answered') return []
  const args = templates.get(n)?.template
  return [
    {
      ...{ server, tool },
      ...(args === undefined ? {} : { arguments: args }),
      ...(isRead ? { read: true } : {}),
      ...(together === undefined ? {} : { together }),
      promise: { outcome: end.outcome.kind, value: promiseOf(toldValue(end.outcome), words, own, n) },
    },
  ]
}
