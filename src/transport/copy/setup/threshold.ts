/** What covers the parts of the world's own `/proc` that are the whole machine's, as a table for mount(8). */
import { asText, mayAccess, namesIn, statusOf, W_OK } from './libc.js'

export function thresholdMounts(world: string): string {
  const covered = namesIn('/proc').filter((name) => !isOfProcesses(name) && mayBeWritten(`/proc/${name}`))
  return covered
    .map((name) => `${world}/proc/${asText(name)}`)
    .map((path) => `${path} ${path} none bind,ro,nosuid,nodev,noexec 0 0\n`)
    .join('')
}

/** They are those of the world, or links to what is; and any user may have the machine's pressure watched. */
function isOfProcesses(name: string): boolean {
  return /^\d+$|^(?:self|thread-self|mounts|net|pressure)$/.test(name)
}

/** The kernel has settings in folders that nobody can write to, and which of them there are depends on its parts. */
function mayBeWritten(path: string): boolean {
  return statusOf(path).kind === 'folder' || mayAccess(path, W_OK)
}
