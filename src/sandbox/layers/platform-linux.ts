/** Linux: the kernel's own limits through util-linux, and usage from /proc. */
import { readFileSync } from 'node:fs'
import { MOST_CPU_SECONDS } from '../budgets.js'
import type { Platform, Usage } from './layer.js'

export function linuxPlatform(arch: string): Platform {
  return {
    denoPackage:
      arch === 'x64' || arch === 'arm64' ? { name: `@deno/linux-${arch}-glibc`, binary: 'deno' } : undefined,
    wrappers: [
      {
        layer: 'netns',
        commands: [
          ['unshare', '--net'],
          ['unshare', '--map-current-user', '--net'],
        ],
      },
      { layer: 'rlimits', commands: [['prlimit', ...RLIMITS]] },
      { layer: 'nobody', commands: [['setpriv', ...AS_NOBODY]] },
      // A change of user clears the signal that ends the guest with its parent: setpriv asks for it last of all.
      { layer: 'no-new-privs', commands: [['setpriv', '--no-new-privs', '--pdeathsig=KILL']] },
    ],
    watchEveryMs: 10,
    async readUsage(pid) {
      try {
        // The kernel answers at once, and threads that wait for it take ten times as long.
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
        return parseProcUsage(stat, readFileSync(`/proc/${pid}/status`, 'latin1'))
      } catch {
        // The process is gone, or /proc hides it: both mean that there is nothing to watch.
        return undefined
      }
    },
    whyNever: () => undefined,
  }
}

/**
 * Reads processor time from /proc/PID/stat and resident memory from /proc/PID/status (proc(5)).
 * Undefined for a process that has no memory any more.
 */
export function parseProcUsage(stat: string, status: string): Usage | undefined {
  // The second field is the command in parentheses, and may hold spaces and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])
  const resident = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  if (resident === undefined || !Number.isFinite(ticks)) return undefined
  return { cpuSeconds: ticks / TICKS_PER_SECOND, residentBytes: Number(resident) * 1024 }
}

/** Below 600 MB of data Deno does not start; without files of its own it needs a DENO_DIR that points nowhere. */
const RLIMITS = [
  `--data=${768 * 1024 * 1024}`,
  `--cpu=${MOST_CPU_SECONDS}`,
  '--fsize=0',
  '--core=0',
  '--nofile=64',
]
const AS_NOBODY = [
  '--reuid=65534',
  '--regid=65534',
  '--clear-groups',
  '--inh-caps=-all',
  '--bounding-set=-all',
]

/** Counted from the field after the command; proc(5) counts from 1 and has them as 14 and 15. */
const USER_TIME = 11
const SYSTEM_TIME = 12
/** Fixed for programs, whatever the kernel itself uses (`USER_HZ`). */
const TICKS_PER_SECOND = 100
