/**
 * Starts a scribe: a process of its own that records what a proxy shows it. So the proxy passes bytes on as quickly as one that only
 * copies them, and when the proxy is killed the scribe still writes down what it has heard.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type Clock, waitFor } from '../../base/index.js'
import type { RecordedCounts } from '../../recording/index.js'
import { type FrameKind, frameHead } from './frames.js'
import type { ScribeSettings } from './settings.js'

export interface Scribe {
  /**
   * Resolves when it hears: what is written from then on is kept, though this process be killed. Also when it has failed, or takes
   * too long. Never rejects.
   */
  readonly hears: Promise<void>
  /**
   * Takes a piece of what passed. Never throws. What it resolves, where it does not give undefined, says that the system has the piece:
   * what is still in this process is lost when it is killed.
   */
  write(kind: FrameKind, bytes: Uint8Array): Promise<void> | undefined
  /** Nothing more will pass. Resolves once everything is stored and the scribe is gone; undefined when it failed. */
  finish(): Promise<RecordedCounts | undefined>
}

/** `onFailure` is told, once, that recording has stopped and why. */
export function startScribe(
  settings: Omit<ScribeSettings, 'zeroMs'>,
  { clock, onFailure }: { readonly clock: Clock; readonly onFailure: (reason: string) => void },
): Scribe {
  // Of a group of its own: what interrupts the proxy must not interrupt the scribe, which ends with its input.
  const child = spawn(process.execPath, [MAIN], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  const exited = once(child, 'close').catch(() => undefined)
  const hears = waitFor(Promise.race([once(child.stdout, 'readable'), exited]), {
    ...{ timeoutMs: MAX_START_MS, clock },
    onTimeout: () => new Error('Slow'),
  }).then(
    () => undefined,
    () => undefined,
  )
  const said = hears.then(() => text(child.stdout)).catch(() => '')
  let isFailed = false
  let heldBytes = 0

  function fail(reason: string): void {
    if (!isFailed) onFailure(reason)
    isFailed = true
    child.stdin.destroy()
  }

  /** What a client asks goes along with what is said next: the scribe is woken half as often, and nothing that was answered waits. */
  function write(kind: FrameKind, bytes: Uint8Array): Promise<void> | undefined {
    if (isFailed) return undefined
    // What already waits for the system is not held back for more.
    const isHeld = heldBytes > 0 || child.stdin.writableLength === 0
    if (isHeld && heldBytes === 0) child.stdin.cork()
    child.stdin.write(frameHead(kind, clock.monotonic(), bytes.length))
    child.stdin.write(bytes)
    if (isHeld) heldBytes += bytes.length
    if (kind !== 'client' || heldBytes > MAX_HELD) release()
    if (child.stdin.writableLength > MAX_BEHIND) fail(`it is ${MAX_BEHIND} bytes behind`)
    if (heldBytes > 0 || child.stdin.writableLength === 0 || isFailed) return undefined
    return new Promise((resolve) => child.stdin.write(NOTHING, () => resolve()))
  }

  function release(): void {
    if (heldBytes > 0) child.stdin.uncork()
    heldBytes = 0
  }

  child.on('error', (failure) => fail(failure.message))
  // What it says itself, it has said.
  child.on('exit', (_code, signal) => {
    if (signal !== null) fail(`The process that records was ended by ${signal}`)
  })
  child.stdin.on('error', (failure) => fail(failure.message))
  const zeroMs = clock.now() - clock.monotonic()
  void write('settings', Buffer.from(`${JSON.stringify({ ...settings, zeroMs } satisfies ScribeSettings)}\n`))
  return {
    hears,
    write,
    async finish() {
      release()
      child.stdin.end()
      await exited
      return isFailed ? undefined : readCounts(await said)
    },
  }
}

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url))
const NOTHING = new Uint8Array()
/** Who wants to speak waits no longer than this. */
const MAX_START_MS = 5000
/** No more than this waits for an answer. */
const MAX_HELD = 64 * 1024
/** A scribe that stands still must not fill the memory. */
const MAX_BEHIND = 256 * 1024 * 1024

function readCounts(line: string): RecordedCounts | undefined {
  // The scribe's own words; without any it has failed, and said why.
  return line.trim() === '' ? undefined : (JSON.parse(line) as RecordedCounts)
}
