/** The names in folders in which hardly anything happens, and which are looked at after each call. */
import { lstatSync } from 'node:fs'
import type { Clock } from '../../../base/index.js'
import { namesAt } from './look.js'

/**
 * The names in a folder, read anew only when it has moved. None when it is no folder, or is gone. Nobody can set back when something was
 * made in a folder, or removed; but before Linux 6.13 that time moves every 4 ms alone, and a folder that moved a moment before it was read
 * may have moved once more in the same tick.
 */
export function remembersNames(clock: Clock): (folder: string) => readonly string[] {
  const known = new Map<string, { readonly changed: bigint; readonly names: readonly string[] }>()
  return (folder) => {
    const changed = changedAt(folder)
    const before = known.get(folder)
    if (changed !== undefined && before?.changed === changed) return before.names
    const names = namesAt(folder)
    if (changed !== undefined && isSettled(changed, clock)) known.set(folder, { changed, names })
    else known.delete(folder)
    return names
  }
}

function changedAt(folder: string): bigint | undefined {
  try {
    return lstatSync(folder, { bigint: true, throwIfNoEntry: false })?.ctimeNs
  } catch {
    // Closed to us, or no folder any more.
    return undefined
  }
}

function isSettled(changed: bigint, clock: Clock): boolean {
  return BigInt(Math.floor(clock.now()) - TICK_MS) * 1_000_000n > changed
}

/** More than any tick of a kernel. */
const TICK_MS = 100
