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
import type { FrameKind } from './frames.js'
import type { ScribeSettings } from './settings.js'
import { createFrameWriter, type FrameWriter } from './write-frames.js'

export interface Scribe {
  /**
   * Resolves when it hears: what is written from then on is kept, though this process be killed. Also when it has failed, or takes
   * too long. Never rejects.
   */
  readonly hears: Promise<void>
  readonly write: FrameWriter['write']
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
  const frames = createFrameWriter(child.stdin, {
    clock,
    onBehind: (bytes) => fail(`it is ${bytes} bytes behind`),
  })
  let isFailed = false

  function fail(reason: string): void {
    if (!isFailed) onFailure(reason)
    isFailed = true
    child.stdin.destroy()
  }

  function write(kind: FrameKind, bytes: Uint8Array): Promise<void> | undefined {
    return isFailed ? undefined : frames.write(kind, bytes)
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
      frames.release()
      child.stdin.end()
      await exited
      return isFailed ? undefined : readCounts(await said)
    },
  }
}

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url))
/** Who wants to speak waits no longer than this. */
const MAX_START_MS = 5000

function readCounts(line: string): RecordedCounts | undefined {
  // The scribe's own words; without any it has failed, and said why.
  return line.trim() === '' ? undefined : (JSON.parse(line) as RecordedCounts)
}
