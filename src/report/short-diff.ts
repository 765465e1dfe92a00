import { moreText } from '../base/index.js'
/** Diffs, cut for a person: what is lost is cut last. */

export interface DiffLine {
  readonly kind: 'removed' | 'added' | 'same' | 'gap'
  /** As it is, not yet safe to show. */
  readonly text: string
}

export interface DiffLimits {
  /** Of lines that are added or the same. */
  readonly others: number
  /** Of lines that are removed. */
  readonly removed: number
}

export interface ShortDiff {
  readonly lines: readonly DiffLine[]
  /** "… 12 more lines"; undefined when all are shown. */
  readonly more?: string
}

/** `lines` of a unified diff. Heads of its parts become gaps between them. */
export function shortDiff(lines: readonly string[], limits: DiffLimits): ShortDiff {
  const shown: DiffLine[] = []
  const room = { removed: limits.removed, others: limits.others }
  const left = { removed: 0, others: 0 }
  for (const [i, line] of lines.entries()) {
    const kind = KINDS[line.charAt(0)] ?? 'same'
    const pool = kind === 'removed' ? 'removed' : 'others'
    if (kind === 'gap') {
      if (i > 0 && room.others > 0) shown.push({ kind, text: '⋮' })
    } else if (room[pool] > 0) {
      room[pool]--
      shown.push({ kind, text: line })
    } else left[pool]++
  }
  while (shown.at(-1)?.kind === 'gap') shown.pop()
  const all = left.removed + left.others
  if (all === 0) return { lines: shown }
  const lost = left.removed === 0 ? '' : `, ${left.removed} of them removed`
  return { lines: shown, more: `${moreText(all, 'lines')}${lost}` }
}

const KINDS: Readonly<Record<string, DiffLine['kind']>> = { '-': 'removed', '+': 'added', '@': 'gap' }
