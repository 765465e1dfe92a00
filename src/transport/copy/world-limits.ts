/**
 * Bounds on what runs in a world. Its processes are counted from outside, some times a second: it is an ordinary user's, and has no group
 * of the kernel's (cgroup) that would hold it exactly. What is quicker than that goes over a limit for a moment.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { type Clock, TransportError } from '../../base/index.js'

export interface WorldLimits {
  /** Of the memory that its processes have for themselves alone; what they write to files has a limit of its own. */
  readonly maxMemoryBytes: number
  readonly maxProcesses: number
  /** How long the world may stand. */
  readonly maxLifetimeMs: number
}

export interface LimitWatch {
  /** Of the first process inside. */
  readonly worldPid: number
  readonly limits: WorldLimits
  readonly clock: Clock
  /** Ends the watch. */
  readonly signal: AbortSignal
}

/** Resolves with the limit that was exceeded, told as an error; undefined when the watch was ended first. Never rejects. */
export async function watchLimits(watch: LimitWatch): Promise<TransportError | undefined> {
  const { worldPid, limits, clock, signal } = watch
  const startedAtMs = clock.monotonic()
  let pauseMs = EVERY_MS
  while (true) {
    const leftMs = startedAtMs + limits.maxLifetimeMs - clock.monotonic()
    if (leftMs <= 0) return overLifetime(limits.maxLifetimeMs)
    await clock.sleep(Math.min(pauseMs, leftMs), signal).catch(() => undefined)
    if (signal.aborted) return undefined
    const lookedAtMs = clock.monotonic()
    const { processes, memoryBytes } = worldUsage(worldPid)
    if (processes > limits.maxProcesses) return overProcesses(processes, limits.maxProcesses)
    if (memoryBytes > limits.maxMemoryBytes) return overMemory(memoryBytes, limits.maxMemoryBytes)
    // Looking at thousands takes a while: never more than a small part of our time.
    pauseMs = Math.max(EVERY_MS, (clock.monotonic() - lookedAtMs) * PAUSE_FACTOR)
  }
}

const EVERY_MS = 250
const PAUSE_FACTOR = 20

function overMemory(bytes: number, limit: number): TransportError {
  return exceeded(
    'memory',
    `its processes held ${megabytes(bytes)} of memory, and the limit is ${megabytes(limit)}`,
    'raise maxMemoryBytes (--max-memory) if that much is meant',
  )
}

function overProcesses(processes: number, limit: number): TransportError {
  return exceeded(
    'processes',
    `${processes} processes ran in it, and the limit is ${limit}`,
    'raise maxProcesses (--max-processes) if so many are meant',
  )
}

function overLifetime(limit: number): TransportError {
  return exceeded(
    'lifetime',
    `it has stood for ${limit} ms, which is the limit`,
    'raise maxLifetimeMs (--max-time) if it is to stand longer',
  )
}

function exceeded(limit: string, what: string, hint: string): TransportError {
  return new TransportError('COPY_LIMIT', `A copy of this machine was ended: ${what}`, {
    hint,
    data: { limit },
  })
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_048_576)} MiB`
}

/** What the processes of a world take, read from outside. */
interface WorldUsage {
  /** The first one, which is ours, is not counted. */
  readonly processes: number
  /** What they have for themselves alone: neither programs nor files that several may hold. */
  readonly memoryBytes: number
}

/** Through the world's own `/proc`, which lists its processes and no others. Nothing is told of a world that has ended. */
function worldUsage(worldPid: number): WorldUsage {
  const proc = `/proc/${worldPid}/root/proc`
  const pids = processesIn(proc)
  return {
    processes: pids.length,
    memoryBytes: pids.reduce((sum, pid) => sum + ownMemory(`${proc}/${pid}/status`), 0),
  }
}

function processesIn(proc: string): readonly string[] {
  try {
    return readdirSync(proc).filter((name) => /^\d+$/.test(name) && name !== '1')
  } catch {
    // It has ended.
    return []
  }
}

function ownMemory(status: string): number {
  try {
    const [, kilobytes = '0'] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    // It has ended since the folder was listed.
    return 0
  }
}
