/** Makes a plan of a session, from its own play and those of fresh worlds; or says, call by call, why it cannot be one. */

import { defined, type JsonObject } from '../base/index.js'
import { toldValue } from '../call/index.js'
import { compareValues } from './compare-values.js'
import { computedReasons, type Templates } from './computed-reasons.js'
import { endReasons, fewNames, movedReasons } from './end-reasons.js'
import type { TimeSpan } from './minutes.js'
import type { NotAppliable } from './not-appliable.js'
import { createOwnMap } from './own-map.js'
import { comparePlays, type OwnValueSeen, type PlaysCompared, referableBefore } from './own-values.js'
import type { Play, PlayedCall } from './play.js'
import { promiseOf } from './promise.js'
import { findRaces, groupsOf } from './races.js'
import { type OwnValue, SEQUENCE_FORMAT, type Sequence, type SequenceStep } from './sequence.js'
import { resolveTemplate, type Templated, templateOf, textAt, Unresolved } from './template.js'
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
