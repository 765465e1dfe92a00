/** The child that records: is told what passes, and says how far it has stored it. */
import { type EventEmitter, once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { type Clock, deferred, waitFor } from '../../base/index.js'
import type { RecordedCounts } from '../../recording/index.js'
import type { Frame } from './frames.js'
import type { Kept, RecorderStart, Stored } from './settings.js'
import { createFrameWriter } from './write-frames.js'

export interface RecorderChild {
  /** Resolves when it hears, has failed, or takes too long. Never rejects. */
  readonly hears: Promise<void>
  write(frame: Frame): Promise<void> | undefined
  /** Nothing more will pass. */
  end(): void
  /** Resolves once it is gone, or was left: never rejects. */
  readonly ended: Promise<RecorderChildEnd>
}

/** A process of a group of its own: what interrupts the proxy must not interrupt it, as it ends with its input. */
export interface RecorderPipes extends EventEmitter {
  readonly stdin: Writable
  readonly stdout: Readable
}

/** `failed` without a reason: it has said it itself. */
export type RecorderChildEnd =
  | { readonly kind: 'done'; readonly counts: RecordedCounts }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'failed'; readonly reason?: string }

export interface RecorderChildWatch {
  /** Starts the program of a recorder process. */
  readonly start: () => RecorderPipes
  readonly clock: Clock
  readonly onStored: (stored: Stored) => void
  readonly onKept: (kept: Kept) => void
}

export function startRecorderChild(
  settings: RecorderStart,
  { start, clock, onStored, onKept }: RecorderChildWatch,
): RecorderChild {
  const child = start()
  let reason: string | undefined
  let counts: RecordedCounts | undefined
  const ended = once(child, 'close').then(
    ([, signal]: unknown[]) => howItEnded(reason, signal, counts),
    ({ message }: Error) => ({ kind: 'failed', reason: message }) as const,
  )
  const { promise: heard, resolve: hear } = deferred()
  createInterface({ input: child.stdout }).on('line', (line) => {
    hear()
    const said = line === '' ? undefined : saidIn(line)
    if (said === undefined) return
    if ('bytes' in said) onStored(said)
    else if ('keptBytes' in said) onKept(said)
    else counts = said
  })
  const leave = (why: string): void => {
    reason ??= why
    child.stdin.destroy()
  }
  const frames = createFrameWriter(child.stdin, {
    clock,
    onBehind: (bytes) => leave(`it is ${bytes} bytes behind`),
  })
  child.stdin.on('error', () => {
    // It is gone, and how it ended says why.
  })
  const write = ({ kind, bytes, atMs }: Frame): Promise<void> | undefined =>
    child.stdin.destroyed ? undefined : frames.write(kind, bytes, atMs)
  void write({
    kind: 'settings',
    bytes: Buffer.from(`${JSON.stringify(settings)}\n`),
    atMs: clock.monotonic(),
  })
  return {
    hears: waitFor(Promise.race([heard, ended]), {
      ...{ timeoutMs: MAX_START_MS, clock },
      onTimeout: () => new Error('Slow'),
    }).then(
      () => undefined,
      () => undefined,
    ),
    write,
    end() {
      frames.release()
      child.stdin.end()
    },
    ended,
  }
}

function howItEnded(
  reason: string | undefined,
  signal: unknown,
  counts: RecordedCounts | undefined,
): RecorderChildEnd {
  if (reason !== undefined) return { kind: 'failed', reason }
  if (typeof signal === 'string') return { kind: 'killed', signal }
  return counts === undefined ? { kind: 'failed' } : { kind: 'done', counts }
}

/** The recorder process's own words; a last one that was cut off is none. */
function saidIn(line: string): Stored | Kept | RecordedCounts | undefined {
  try {
    return JSON.parse(line) as Stored | Kept | RecordedCounts
  } catch {
    // Killed in the middle of it.
    return undefined
  }
}

/** Who wants to speak waits no longer than this. */
const MAX_START_MS = 5000
