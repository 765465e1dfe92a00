/** Descriptors that whoever started the benchmarks has left open. */
import { closeSync, readdirSync } from 'node:fs'

/**
 * Closes those above all that Node itself opens at its start. A process that is started gets a table as large as the highest one that is open
 * here, and the kernel waits a grace period whenever a table grows beneath several threads (`expand_fdtable` of fs/file.c): a server that
 * is started bare would be spared what it takes wherever nobody left one open.
 */
export function closeHighDescriptors(): void {
  for (const name of descriptors()) {
    try {
      if (Number(name) >= SMALLEST_TABLE) closeSync(Number(name))
    } catch {
      // The one that listed the others.
    }
  }
}

/** What a process has room for at first. */
const SMALLEST_TABLE = 64

function descriptors(): readonly string[] {
  try {
    return readdirSync('/proc/self/fd')
  } catch {
    // Not Linux.
    return []
  }
}
