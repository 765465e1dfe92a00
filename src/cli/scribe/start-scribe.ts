/**
 * Starts a scribe: a process of its own that records what a proxy shows it. So the proxy passes bytes on as quickly as one that only
 * copies them, and when the proxy is killed the scribe still writes down what it has heard.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../../base/index.js'
import type { RecordedCounts } from '../../recording/index.js'
import { type FrameKind, frameHead } from './frames.js'
import type { ScribeSettings } from './settings.js'

export interface Scribe {
  /** Takes a piece of what passed. Never throws, and never waits. */
  write(kind: FrameKind, bytes: Uint8Array): void
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
  const said = text(child.stdout).catch(() => '')
  let isFailed = false

  function fail(reason: string): void {
    if (!isFailed) onFailure(reason)
    isFailed = true
    child.stdin.destroy()
  }

  function write(kind: FrameKind, bytes: Uint8Array): void {
    if (isFailed) return
    child.stdin.cork()
    child.stdin.write(frameHead(kind, clock.monotonic(), bytes.length))
    child.stdin.write(bytes)
    child.stdin.uncork()
    if (child.stdin.writableLength > MAX_BEHIND) fail(`it is ${MAX_BEHIND} bytes behind`)
  }

  child.on('error', (failure) => fail(failure.message))
  child.stdin.on('error', (failure) => fail(failure.message))
  giveWay(child.pid)
  const zeroMs = clock.now() - clock.monotonic()
  write('settings', Buffer.from(`${JSON.stringify({ ...settings, zeroMs } satisfies ScribeSettings)}\n`))
  return {
    write,
    async finish() {
      child.stdin.end()
      await exited
      return isFailed ? undefined : readCounts(await said)
    },
  }
}

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url))
/** A scribe that stands still must not fill the memory. */
const MAX_BEHIND = 256 * 1024 * 1024

/** Who speaks with each other goes first. */
function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Where that is not allowed all are equal.
  }
}

function readCounts(line: string): RecordedCounts | undefined {
  // The scribe's own words; without any it has failed, and said why.
  return line === '' ? undefined : (JSON.parse(line) as RecordedCounts)
}
