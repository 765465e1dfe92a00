/** macOS: no limits of the kernel that a command could set; the watchdog reads `ps`. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Platform, Usage } from './layer.js'

export function darwinPlatform(arch: string): Platform {
  return {
    denoPackage:
      arch === 'arm64' || arch === 'x64' ? { name: `@deno/darwin-${arch}`, binary: 'deno' } : undefined,
    wrappers: [],
    // Each look starts a process.
    watchEveryMs: 100,
    async readUsage(pid) {
      try {
        const { stdout } = await promisify(execFile)('/bin/ps', ['-o', 'rss=,time=', '-p', `${pid}`])
        return parsePsUsage(stdout)
      } catch {
        // `ps` fails when the process is gone.
        return undefined
      }
    },
    whyNever: (layer) =>
      layer === 'deno-permissions' || layer === 'watchdog' ? undefined : 'macOS has no command for it',
  }
}

/** Reads a line of `ps -o rss=,time=`: kilobytes and `[HH:]MM:SS.cc`. */
export function parsePsUsage(line: string): Usage | undefined {
  const [, kilobytes, time] = /^\s*(\d+)\s+([\d:.]+)\s*$/.exec(line) ?? []
  if (kilobytes === undefined || time === undefined) return undefined
  const cpuSeconds = time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
  return { cpuSeconds, residentBytes: Number(kilobytes) * 1024 }
}
