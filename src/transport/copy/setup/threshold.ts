/**
 * What is left to be mounted from within the world's own process namespace, as a table for mount(8): its `/proc`, and covers over what is
 * the whole machine's there.
 */
import { asText, mayAccess, namesIn, W_OK } from './libc.js'

export function thresholdMounts(world: string): string {
  const covered = namesIn('/proc').filter(
    (name) => !isOfProcesses(name) && (SETTINGS.has(name) || mayAccess(`/proc/${name}`, W_OK)),
  )
  return [
    `proc ${world}/proc proc nosuid,nodev,noexec 0 0`,
    ...covered
      .map((name) => `${world}/proc/${asText(name)}`)
      .map((path) => `${path} ${path} none bind,ro,nosuid,nodev,noexec 0 0`),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

/** They are those of the world, or links to what is. */
function isOfProcesses(name: string): boolean {
  return /^\d+$|^(?:self|thread-self|mounts|net)$/.test(name)
}

/** Of the kernel; root may write to more. */
const SETTINGS: ReadonlySet<string> = new Set(['sys', 'sysrq-trigger', 'irq', 'bus', 'fs', 'acpi'])
