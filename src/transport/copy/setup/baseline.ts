/** What was copied, as it stands before the first process runs: changes are told against it. */
import { asText, readLink, type Status, statusOf } from './libc.js'
import type { BaselineEntry } from './plan.js'
import type { Scanned } from './scan-root.js'

export interface Copied {
  readonly tree: Scanned
  readonly copy: string
  /** In the world. */
  readonly path: string
  /** What is known already. */
  readonly made: ReadonlyMap<Scanned, Status>
}

/** The lines of one root. */
export function baselineOf({ tree, copy, path, made }: Copied): string {
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
      Number(status.size),
      String(status.modified),
      String(status.changed),
      String(status.inode),
      status.kind === 'link' ? asText(readLink(at)) : '',
    ]
    lines.push(`${JSON.stringify(line)}\n`)
    for (const child of entry.children) add(child, `${below}/${child.name}`)
  }
}
