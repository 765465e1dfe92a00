/** Windows: no limits of the kernel that a command could set; the watchdog reads `tasklist`, which tells memory alone. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Platform, Usage } from './layer.js'

export function windowsPlatform(arch: string): Platform {
  return {
    denoPackage: arch === 'x64' ? { name: '@deno/win32-x64', binary: 'deno.exe' } : undefined,
    wrappers: [],
    // Each look starts a process, which is slow here.
    watchEveryMs: 500,
    async readUsage(pid) {
      try {
        const { stdout } = await promisify(execFile)(
          'tasklist',
          ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'],
          { windowsHide: true },
        )
        return parseTasklistUsage(stdout)
      } catch {
        // Without `tasklist` there is nothing to watch with; wall time still ends the guest.
        return undefined
      }
    },
    whyNever: (layer) =>
      layer === 'deno-permissions' || layer === 'watchdog' ? undefined : 'Windows has no command for it',
  }
}

/** Reads a line of `tasklist /FO CSV /NH`; the last column is memory such as "31,204 K", in the user's own number format. */
export function parseTasklistUsage(line: string): Usage | undefined {
  const columns = line.trim().match(/"[^"]*"/g) ?? []
  const kilobytes = columns.length < 5 ? undefined : columns.at(-1)?.replace(/\D/g, '')
  if (kilobytes === undefined || kilobytes === '') return undefined
  return { cpuSeconds: undefined, residentBytes: Number(kilobytes) * 1024 }
}
