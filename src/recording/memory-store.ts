/** Recordings that live as long as the process. */
import { UsageError } from '../base/index.js'
import { makeSalt } from './make-salt.js'
import { parseRecording, writeRecording } from './parse-recording.js'
import { MAX_SAMPLES, percentiles } from './percentiles.js'
import { isAnswer } from './recorded-answer.js'
import { isSameExchange, type Recording } from './recording.js'
import type { RecordingFilter, RecordingStore } from './recording-store.js'

/** Opens an empty store in memory. */
export function openMemoryStore(): RecordingStore {
  let recordings: Recording[] = []
  let closed = false
  const open = <T>(work: () => T): Promise<T> =>
    new Promise((resolve) => {
      if (closed) throw new UsageError('ALREADY_CLOSED', 'Cannot use a store in memory that was closed')
      resolve(work())
    })
  return {
    salt: makeSalt(),
    generations: countGenerations(open),
    append: (added, which) =>
      open(() => {
        const before = recordings.length
        for (const each of added.map(copied)) {
          const isThere = which === 'missing' && recordings.some((one) => isSameExchange(one, each))
          if (!isThere) insert(recordings, each)
        }
        return recordings.length - before
      }),
    lookup: (key, launch) =>
      open(() =>
        recordings.findLast((each) => each.key === key && isAnswer(each) && isOfLaunch(each, launch)),
      ),
    durations: ({ key, server, tool }) =>
      open(
        () =>
          percentilesOf(recordings.filter((each) => each.key === key && isAnswer(each))) ??
          percentilesOf(
            recordings.filter((each) => each.server === server && each.tool?.name === tool && isAnswer(each)),
          ),
      ),
    async *list(filter = {}, newest = Infinity) {
      const matching = await open(() => recordings.filter((each) => matches(each, filter)).slice(-newest))
      for (const each of matching) yield await open(() => each)
    },
    remove: (filter) =>
      open(() => {
        const before = recordings.length
        recordings = recordings.filter((each) => !matches(each, filter))
        return before - recordings.length
      }),
    [Symbol.asyncDispose]() {
      closed = true
      recordings = []
      return Promise.resolve()
    },
  }
}

/** `open` does the work while the store is open. */
function countGenerations(open: <T>(work: () => T) => Promise<T>): RecordingStore['generations'] {
  const generations = new Map<string, number>()
  const set = (server: string, generation: number): number => {
    generations.set(server, generation)
    return generation
  }
  const of = (server: string): number => generations.get(server) ?? 0
  return {
    of: (server) => open(() => of(server)),
    advance: (server) => open(() => set(server, of(server) + 1)),
    raise: (server, atLeast) => open(() => set(server, Math.max(of(server), atLeast))),
  }
}

/** Through its text, as in every other store: what comes back is no object of the caller's. */
function copied(recording: Recording): Recording {
  return parseRecording(writeRecording(recording), 'a recording')
}

/** Where its time belongs, behind those of the same time: nearly always at the end. */
function insert(oldestFirst: Recording[], recording: Recording): void {
  const before = oldestFirst.findLastIndex(({ recordedAt }) => recordedAt <= recording.recordedAt)
  oldestFirst.splice(before + 1, 0, recording)
}

function isOfLaunch(recording: Recording, launch: string | undefined): boolean {
  return launch === undefined || recording.launch === undefined || recording.launch === launch
}

function percentilesOf(oldestFirst: readonly Recording[]) {
  return percentiles(oldestFirst.slice(-MAX_SAMPLES).map(({ durationMs }) => durationMs))
}

function matches(recording: Recording, filter: RecordingFilter): boolean {
  return (
    (filter.server === undefined || recording.server === filter.server) &&
    (filter.tool === undefined || (recording.tool?.name ?? '') === filter.tool) &&
    (filter.method === undefined || recording.method === filter.method) &&
    (filter.key === undefined || recording.key === filter.key) &&
    (filter.recordedSince === undefined || recording.recordedAt >= filter.recordedSince) &&
    (filter.recordedBefore === undefined || recording.recordedAt < filter.recordedBefore)
  )
}
