/** What the processes of a world take, read from outside. */
import { readdirSync, readFileSync } from 'node:fs'

export interface WorldUsage {
  /** The first one, which is ours, is not counted. */
  readonly processes: number
  /** What they have for themselves alone: neither programs nor files that several may hold. */
  readonly memoryBytes: number
}

/** Through the world's own `/proc`, which lists its processes and no others. Nothing is told of a world that has ended. */
export function worldUsage(worldPid: number): WorldUsage {
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
