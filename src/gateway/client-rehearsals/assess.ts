/** Makes a rehearsal's calls again in fresh worlds, seconds apart, and says whether they are a plan that can be made for real. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Clock, SET_IN_COPIES } from '../../base/index.js'
import type { Answer } from '../../call/index.js'
import { lookAtFacts } from '../../execution/index.js'
import {
  makeSequence,
  namedPaths,
  type Play,
  type PlayedAgain,
  type PlayedCall,
  type PlayedEnd,
  replaySession,
  type Sequence,
  type SequenceMaking,
  worldFactsOf,
} from '../../sequence/index.js'
import type { Requester } from '../requester.js'
import type { RecordedCall, RehearsalRecord } from './rehearsal-record.js'
import type { SeenCall } from './seen-call.js'
import type { OpenStage } from './stage.js'
import { textsOfDisk } from './texts-of-disk.js'

export interface AssessMeans {
  readonly open: OpenStage
  readonly by: Requester
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Never `another-play`. Rejects with what opening a world rejects with, and with the signal's reason. */
export type Assessment = Exclude<SequenceMaking, { readonly kind: 'another-play' }>

export async function assessRehearsal(record: RehearsalRecord, means: AssessMeans): Promise<Assessment> {
  const session = playOf(record)
  const { cwd } = record.settings
  const isFolder = (path: string): boolean => isFolderAt(resolve(cwd, path))
  const isInWorld = textsOfDisk(pathsOf(session).map((path) => resolve(cwd, path)))
  const plays: Play[] = []
  for (;;) {
    plays.push(await playInFreshWorld(session, plays.length, record, means))
    if (plays.length < LEAST_PLAYS) continue
    const during = { fromMs: Date.parse(record.createdAt), toMs: means.clock.now() }
    const making = makeSequence(session, plays, {
      ...{ isFolder, isInWorld, during },
      onlyInCopies: SET_IN_COPIES,
    })
    if (making.kind === 'appliable')
      return { kind: 'appliable', sequence: await lookedAt(making.sequence, session, plays, record) }
    if (making.kind === 'not-appliable') return making
    if (plays.length >= MOST_PLAYS)
      return { kind: 'not-appliable', reasons: [{ what: 'differs', why: making.why }] }
  }
}

/** A rehearsal, and the same calls once more, as plays that can be compared. */
function playOf({ calls, late }: RehearsalRecord): Play {
  return { calls: calls.map(playedCall), late }
}

/** That its calls name, and that were otherwise after it. */
function pathsOf(session: Play): readonly string[] {
  const changes = session.calls.flatMap((call) => call.changes)
  return [...namedPaths(session), ...changes.map(({ path, from }) => from ?? path)]
}

function playedCall({ answer, broke, ...call }: RecordedCall): PlayedCall {
  return { ...call, end: endOf(answer, broke) }
}

function playedAgain({ call, answer, seen }: SeenCall): PlayedAgain {
  const { asked, broke, changes = [] } = seen ?? {}
  return {
    end: call.n === 0 ? { kind: 'unanswered', why: 'the rules refuse it by now' } : endOf(answer, broke),
    changes,
    ...(asked === undefined ? {} : { asked }),
  }
}

/** What only a server that lasts, or its copy, says can be said again for real. */
function endOf({ outcome, provenance }: Answer, broke: string | undefined): PlayedEnd {
  const { source, note, isAssumed, notFromCopy } = provenance
  if (broke !== undefined) return { kind: 'unanswered', why: broke }
  if (isAssumed === true) return { kind: 'unanswered', why: 'it was assumed to succeed' }
  switch (source) {
    case 'copy':
    case 'live':
      return { kind: 'answered', outcome }
    case 'stub':
      return { kind: 'unanswered', why: 'a stub answered it' }
    case 'stand-in':
      return { kind: 'unanswered', why: 'a server that stands in for it answered' }
    case 'preview':
      return { kind: 'unanswered', why: 'a dry run of the tool answered it' }
    case 'recording':
      return { kind: 'unanswered', why: 'a recording answered it' }
    default:
      return { kind: 'unanswered', why: notFromCopy ?? note ?? 'nobody knew what it answers' }
  }
}

/** Any text of a call may be asked about: one that is too long for a name is none. */
function isFolderAt(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    // Nothing is there, or nobody may look.
    return false
  }
}

/** With what of the disk it rests on, as that is now: whoever does it for real looks again. */
async function lookedAt(
  sequence: Sequence,
  session: Play,
  plays: readonly Play[],
  { settings }: RehearsalRecord,
): Promise<Sequence> {
  const facts = worldFactsOf(session, {
    own: sequence.own,
    resolve: (path) => resolve(settings.cwd, path),
    plays,
  })
  return { ...sequence, world: await lookAtFacts(facts) }
}

/**
 * Times and what holds them differ from one second to the next, how long a server runs does where some of them wait in their world, and
 * when a file was read last where somebody reads it meanwhile.
 */
async function playInFreshWorld(
  session: Play,
  number: number,
  { settings }: RehearsalRecord,
  { open, by, clock, signal }: AssessMeans,
): Promise<Play> {
  const over = new AbortController()
  const ended = AbortSignal.any([over.signal, signal])
  const isBefore = number % 2 === 0
  if (isBefore) await clock.sleep(APART_MS, signal)
  const stage = await open(by, ended)
  try {
    const paths = namedPaths(session).map((path) => resolve(settings.cwd, path))
    await stage.setAccessTimes(paths, clock.now() - (number + 1) * LONG_AGO_MS)
    if (!isBefore) await clock.sleep(APART_MS, ended)
    return await replaySession(session, {
      call: async ({ n, server, tool, arguments: args }) =>
        playedAgain(
          await stage.call({
            ...{ n, server, tool, signal: ended },
            ...(args === undefined ? {} : { arguments: args }),
          }),
        ),
      end: () => stage.end(),
    })
  } finally {
    await stage[Symbol.asyncDispose]()
    over.abort()
  }
}

const APART_MS = 1_100
/** Forty days and some hours: another day, hour, minute and second. */
const LONG_AGO_MS = 3_467_471_000
const LEAST_PLAYS = 2
const MOST_PLAYS = 4
