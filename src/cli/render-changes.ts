/** What would have changed on the disk, for a person. */
import { counted, printable } from '../base/index.js'

export interface ToldChange {
  readonly path: string
  readonly change: 'made' | 'changed' | 'removed' | 'renamed'
  /** Of a renamed one. */
  readonly from?: string
  /** Unified, without its head. */
  readonly diff?: string
}

/** In the order in which they are given. */
export function renderChanges(changes: readonly ToldChange[]): string {
  if (changes.length === 0) return 'It would have changed nothing\n'
  const lines = changes.flatMap(renderChange)
  return `It would have made ${counted(changes.length, 'change')}:\n${lines.join('\n')}\n`
}

function renderChange({ path, change, from, diff }: ToldChange): readonly string[] {
  const place = from === undefined ? path : `${from} -> ${path}`
  return [
    printable(`  ${change.padEnd(8)} ${place}`, { oneLine: true }),
    ...(diff === undefined ? [] : diff.split('\n').map((line) => `    ${printable(line)}`)),
  ]
}
