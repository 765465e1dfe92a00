/** What is left at the end, and what moved meanwhile, that keeps a session from being a plan. */
import { keyOf } from './compare-values.js'
import { compareEnds, endStateOf } from './end-state.js'
import type { NotAppliable } from './not-appliable.js'
import { ownFilesOf } from './own-files.js'
import { createOwnMap } from './own-map.js'
import type { OwnValueSeen, PlaysCompared } from './own-values.js'
import type { Play } from './play.js'
import { instantOf, isWithoutSeconds } from './times.js'

interface Ends {
  readonly reasons: readonly NotAppliable[]
  /** What files alone tell. */
  readonly own: readonly Pick<OwnValueSeen, 'kind' | 'session' | 'others' | 'isNewInEach'>[]
}

export function endReasons(session: Play, plays: readonly Play[], { maps }: PlaysCompared): Ends {
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
export function movedReasons(
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
export function fewNames(own: readonly OwnValueSeen[]): readonly NotAppliable[] {
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
