/**
 * Starts a recorder process: a process of its own that records what a proxy shows it. So the proxy passes bytes on as quickly as one that only
 * copies them, and when the proxy is killed the recorder process still writes down what it has heard. When the recorder process is killed, a new one is told
 * what the first had not stored.
 */

import { type Clock, defined, processEndText } from '../../base/index.js'
import type { RecordedCounts } from '../../recording/index.js'
import { notStored } from '../durability.js'
import type { FrameKind } from './frames.js'
import { createKeptFrames } from './kept-frames.js'
import {
  type RecorderChild,
  type RecorderChildEnd,
  type RecorderPipes,
  startRecorderChild,
} from './recorder-child.js'
import type { RecorderStart, Stored } from './settings.js'
import { createStoredMarks } from './stored-marks.js'

export interface RecorderProcess {
  /**
   * Resolves when it hears: what is written from then on is kept, though this process be killed. Also when it has failed, or takes
   * too long. Never rejects.
   */
  readonly hears: Promise<void>
  /** What it resolves, where it does not give undefined, says that the system has the piece. */
  write(kind: FrameKind, bytes: Uint8Array): Promise<void> | undefined
  /**
   * Of a durable one: resolves once all that was written until now is stored, where its exchange is over.
   * Rejects with StoreError STORE_UNREADABLE when recording has stopped.
   */
  kept(): Promise<void>
  /** Nothing more will pass. Resolves once everything is stored and the recorder process is gone; undefined when it failed. */
  finish(): Promise<RecordedCounts | undefined>
}

export interface RecorderProcessWatch {
  readonly clock: Clock
  /** Starts its program, which reads frames as `createFrameReader` does; once more when one was killed. */
  readonly startProgram: () => RecorderPipes
  /** Told, once, that recording has stopped and why. */
  readonly onFailure: (reason: string) => void
  /** Told that a recorder process was killed, and that a new one goes on: what it counts begins with what was not stored. */
  readonly onReplaced: (reason: string) => void
}

/** `settings`: what its program has to know beside `RecorderStart`; JSON. */
export function startRecorderProcess(
  settings: object,
  { clock, startProgram, onFailure, onReplaced }: RecorderProcessWatch,
): RecorderProcess {
  const kept = createKeptFrames()
  const marks = createStoredMarks()
  const zeroMs = clock.now() - clock.monotonic()
  let generation = 0
  let started = 0
  let isEnding = false
  let current: RecorderChild | undefined

  function start(again?: RecorderStart['again']): RecorderChild {
    const own = ++started
    return startRecorderChild(
      { ...settings, zeroMs, ...defined({ again }) },
      {
        ...{ start: startProgram, clock, onStored: learn },
        onKept({ keptBytes }) {
          if (own === started) marks.stored(keptBytes)
        },
      },
    )
  }

  function learn(stored: Stored): void {
    kept.stored(stored.bytes, stored.hasLesson)
    generation = stored.generation
  }

  /** Undefined when recording has stopped. */
  function replace(): RecorderChild | undefined {
    const frames = started < MAX_CHILDREN ? kept.again() : undefined
    if (frames === undefined) return undefined
    const bytes = frames.reduce((sum, frame) => sum + frame.bytes.length, 0)
    const next = start({ bytes, untilMs: zeroMs + (frames.at(-1)?.atMs ?? 0), generation })
    marks.restarted(bytes)
    for (const frame of frames) void next.write(frame)
    if (isEnding) next.end()
    return next
  }

  async function follow(first: RecorderChild): Promise<RecordedCounts | undefined> {
    for (current = first; current !== undefined; ) {
      const end: RecorderChildEnd = await current.ended
      if (end.kind === 'done') return end.counts
      const reason = end.kind === 'killed' ? `The process that records ${processEndText(end)}` : end.reason
      current = end.kind === 'killed' ? replace() : undefined
      if (current !== undefined) onReplaced(`${reason}`)
      else if (reason !== undefined) onFailure(reason)
    }
    marks.fail(notStored())
    return undefined
  }

  const first = start()
  const counts = follow(first)
  return {
    hears: first.hears,
    write(kind, piece) {
      if (current === undefined) return undefined
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
      const frame = { kind, bytes, atMs: clock.monotonic() }
      kept.add(frame)
      marks.told(bytes.length)
      return current.write(frame)
    },
    kept: () => marks.reached(),
    finish() {
      isEnding = true
      current?.end()
      return counts
    },
  }
}

/** What kills one may kill the next: each is told the same. */
const MAX_CHILDREN = 4
