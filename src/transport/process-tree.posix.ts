/**
 * Process groups. A descendant may leave its group (setsid); where there is /proc it is found by its parents when the group is
 * signalled. One whose parent has ended by then is nobody's any more, as a daemon wants it, and is left alone.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { ProcessTree } from './process-tree.js'

export const posixProcessTree: ProcessTree = {
  isDetached: true,
  terminate: (pid) => signalTree(pid, 'SIGTERM'),
  kill: (pid) => signalTree(pid, 'SIGKILL'),
  isAlive: (pid) => (signalGroup(pid, 0) && hasLivingMember(pid)) || livingStrays(pid).length > 0,
}

/** A process outside the group of its ancestor. Its id may be given to another; with the time of its start it is one alone. */
interface Stray {
  readonly pid: number
  readonly startedAt: string
}

/** Of each group that was signalled: who belongs to it and left it. They are remembered since the way to them ends with their parents. */
const strays = new Map<number, readonly Stray[]>()

function signalTree(group: number, signal: NodeJS.Signals): void {
  const found = straysOf(group, listProcesses().map(readStat), livingStrays(group))
  if (found.length > 0) strays.set(group, found)
  signalGroup(group, signal)
  for (const { pid } of livingStrays(group)) signalProcess(pid, signal)
}

function livingStrays(group: number): readonly Stray[] {
  const known = strays.get(group)
  if (known === undefined) return []
  const living = known.filter(({ pid, startedAt }) => {
    const fields = fieldsOf(readStat(String(pid)))
    return isLiving(fields.state) && fields.startedAt === startedAt
  })
  if (living.length === 0) strays.delete(group)
  return living
}

/** Those of `known`, and all outside the group whose parents lead to it or to them; `stats` are of all processes there are. */
export function straysOf(group: number, stats: readonly string[], known: readonly Stray[]): readonly Stray[] {
  const processes = stats.map(fieldsOf).filter(({ state }) => isLiving(state))
  const family = new Set(known.map(({ pid }) => pid))
  for (const { pid, group: its } of processes) if (its === group) family.add(pid)
  const found = [...known]
  // A process may be listed before its parent.
  for (let size = 0; size !== family.size; ) {
    size = family.size
    for (const { pid, parent, startedAt } of processes) {
      if (family.has(pid) || !family.has(parent)) continue
      family.add(pid)
      found.push({ pid, startedAt })
    }
  }
  return found
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // ESRCH and EPERM: nobody is there, or nobody whom we may end.
  }
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
  const { state } = fieldsOf(readStat(String(pid)))
  return state !== 'Z' && state !== 'X'
}

export function isLivingMember(stat: string, group: number): boolean {
  const fields = fieldsOf(stat)
  return fields.group === group && isLiving(fields.state)
}

function isLiving(state: string): boolean {
  return state !== '' && state !== 'Z' && state !== 'X'
}

/** `stat` is "pid (name) state parent group … start" (proc_pid_stat(5)); the name may hold anything, also parentheses. */
function fieldsOf(stat: string) {
  const [state = '', parent, group, ...others] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    pid: Number.parseInt(stat, 10),
    state,
    parent: Number(parent),
    group: Number(group),
    startedAt: others[16] ?? '',
  }
}
