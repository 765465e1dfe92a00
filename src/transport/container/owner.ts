/** Who started a container, as its labels: the process, and the machine and user that it belongs to. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { codeOf } from '../../base/index.js'

/** The same for all processes that can see each other: of this user, since this start of the machine. */
export const PLACE_LABEL = 'mcp-understudy.place'
/** `pid.start`: a pid is used again, but not with the same start. */
export const OWNER_LABEL = 'mcp-understudy.owner'

/** A process, told apart from an earlier one of the same pid. */
export function ownerOf(pid: number = process.pid): string {
  return `${pid}.${startOf(pid)}`
}

/** False when the process of such a label is gone; true where that cannot be told. */
export function isOwnerAlive(owner: string): boolean {
  const [, pid, start] = /^(\d+)\.(\w*)$/.exec(owner) ?? []
  if (pid === undefined) return true
  if (!exists(Number(pid))) return false
  const now = startOf(Number(pid))
  return now === start || now === '' || start === ''
}

/** An engine may serve several machines, and containers whose processes have numbers of their own. */
export function thisPlace(): string {
  const parts = [
    hostname(),
    userInfo().uid,
    read('/proc/sys/kernel/random/boot_id'),
    linkOf('/proc/self/ns/pid'),
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^[ZX]$/.test(statOf(pid)[0] ?? '')
  } catch (failure) {
    return codeOf(failure) === 'EPERM'
  }
}

/** When a process began, in any unit; empty where that cannot be told. */
function startOf(pid: number): string {
  if (process.platform === 'linux') return statOf(pid)[STARTTIME] ?? ''
  if (process.platform === 'win32') return ''
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    timeout: 2000,
  })
  return (stdout ?? '').replace(/\W/g, '')
}

/** Fields of proc_pid_stat(5) from the state on: the name before it may hold anything. */
function statOf(pid: number): readonly string[] {
  const stat = read(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Field 22, counted from the state, which is the third. */
const STARTTIME = 19

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // No such thing on this system.
    return ''
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // No such thing on this system.
    return ''
  }
}
