/** Process groups. A descendant that makes a session of its own (setsid) leaves the group and is not reached. */
import { readdirSync, readFileSync } from 'node:fs'
import type { ProcessTree } from './process-tree.js'

export const posixProcessTree: ProcessTree = {
  isDetached: true,
  terminate: (pid) => void signalGroup(pid, 'SIGTERM'),
  kill: (pid) => void signalGroup(pid, 'SIGKILL'),
  isAlive: (pid) => signalGroup(pid, 0) && hasLivingMember(pid),
}

/** False when there is nobody whom the signal could reach (on macOS a group of zombies says EPERM). */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal)
  } catch {
    // ESRCH and EPERM: nobody is there, or nobody whom we may end.
    return false
  }
}

/** On Linux zombies count as members, and where the first process does not reap orphans they stay for ever. */
function hasLivingMember(group: number): boolean {
  const pids = listProcesses()
  return pids.length === 0 || pids.some((pid) => isLivingMember(readStat(pid), group))
}

function listProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    // No /proc here: trust the signal.
    return []
  }
}

function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // Ended since the folder was listed.
    return ''
  }
}

/** Of a process that takes signals: true unless it is a zombie. Without /proc the signal is trusted. */
export function isLivingProcess(pid: number): boolean {
  const state = stateOf(readStat(String(pid)))[0]
  return state !== 'Z' && state !== 'X'
}

/** `stat` is "pid (name) state parent group …" (proc_pid_stat(5)); the name may hold anything, also parentheses. */
export function isLivingMember(stat: string, group: number): boolean {
  const [state, , itsGroup] = stateOf(stat)
  return Number(itsGroup) === group && state !== 'Z' && state !== 'X'
}

function stateOf(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
