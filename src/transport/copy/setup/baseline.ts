/** What was copied, as it stands before the first process runs: changes are told against it. */
import type { RootCopy } from './copy-root.js'
import { type Moment, statusOf } from './file-status.js'
import { readLink } from './files.js'
import { asText } from './libc.js'
import type { BaselineEntry } from './plan.js'
import type { Scanned } from './scan-root.js'

export interface Copied extends RootCopy {
  readonly tree: Scanned
  readonly copy: string
  /** In the world. */
  readonly path: string
}

/** The lines of one root. */
export function baselineOf({ tree, copy, path, made, gone }: Copied): string {
  const lines: string[] = []
  add(tree, '')
  return lines.join('')

  function add(entry: Scanned, below: string): void {
    const at = `${copy}${below}`
    const status = made.get(entry) ?? statusOf(at)
    const line: BaselineEntry = [
      asText(`${path}${below}`),
      status.kind,
      status.mode,
      status.size,
      nanoseconds(status.modified),
      nanoseconds(status.changed),
      status.inode,
      status.kind === 'link' ? asText(readLink(at)) : '',
    ]
    lines.push(`${JSON.stringify(line)}\n`)
    for (const child of entry.children) if (!gone.has(child)) add(child, `${below}/${child.name}`)
  }
}

/** More than numbers of JavaScript can hold. */
function nanoseconds({ seconds, nanoseconds }: Moment): string {
  return seconds >= 0
    ? `${seconds}${String(nanoseconds).padStart(9, '0')}`
    : String(BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds))
}
