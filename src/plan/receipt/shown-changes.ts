/** What a copy showed that a plan changes, and what has to be kept of before so that it can be taken back: pure. */
import { byText, isAtOrBelow, isBelow } from '../../base/index.js'

/** One file, folder or link that one call changed in a copy. */
export interface ReceiptChange {
  /** Absolute. */
  readonly path: string
  readonly change: 'made' | 'changed' | 'removed' | 'renamed'
  /** Of a renamed one: absolute. */
  readonly from?: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Number of the effect. */
  readonly call: number
  /** Numbers of other calls that were under way meanwhile, and may have made it. */
  readonly shared_with?: readonly number[]
  /** `hmac-sha256:…` of what a file holds then; absent where nobody knows. */
  readonly after?: string
}

/**
 * A path as it is before the run. `whole`: itself and all that is below it, with contents. `contents`: itself. `names`: a folder that is moved;
 * what is in it is not read. `state`: whether it is there, and its permissions.
 */
export interface FormerPlace {
  readonly path: string
  readonly keeps: 'whole' | 'contents' | 'names' | 'state'
  /** Numbers of the effects that change it. */
  readonly calls: readonly number[]
}

/** Ordered by path, each once; `changes` in the order of their calls. A repository is one place. */
export function formerPlaces(changes: readonly ReceiptChange[]): readonly FormerPlace[] {
  const places = new Map<string, FormerPlace>()
  const moves: Move[] = []
  const add = (path: string, keeps: FormerPlace['keeps'], by: ReceiptChange): void => {
    const repository = repositoryOf(path)
    const at = repository ?? path
    const known = places.get(at)
    const wanted = repository === undefined ? keeps : 'whole'
    places.set(at, {
      path: at,
      keeps: known !== undefined && RANK[known.keeps] > RANK[wanted] ? known.keeps : wanted,
      calls: [...new Set([...(known?.calls ?? []), by.call, ...(by.shared_with ?? [])])],
    })
  }
  for (const change of changes) {
    const { path, from, kind } = change
    const here = originOf(path, moves)
    if (here !== path) add(path, 'state', change)
    switch (change.change) {
      case 'made':
        add(here, 'state', change)
        break
      case 'changed':
        add(here, kind === 'folder' ? 'state' : 'contents', change)
        break
      case 'removed':
        add(here, 'whole', change)
        break
      case 'renamed':
        add(here, 'state', change)
        if (from === undefined) break
        add(originOf(from, moves), kind === 'folder' ? 'names' : 'contents', change)
        add(from, 'state', change)
        moves.push({ from, to: path, call: change.call })
        break
    }
  }
  return [...places.values()].toSorted((a, b) => byText(a.path, b.path))
}

/** The folder in which git keeps a repository; undefined for what is in none. */
export function repositoryOf(path: string): string | undefined {
  const [inside] = /^.*?\.git(?=\/|$)/.exec(path) ?? []
  return inside === undefined || inside === '.git' || inside.endsWith('/') ? undefined : inside
}

/**
 * Of each change, where what it is about stood before all of them, and which call is the first to take it from there. `changes` in the order of
 * their calls.
 */
export function placesBefore<Change extends Pick<ReceiptChange, 'path' | 'from' | 'call'>>(
  changes: readonly Change[],
): readonly { readonly change: Change; readonly path: string; readonly call: number }[] {
  const moves: Move[] = []
  return changes.map((change) => {
    const { path, from, call } = change
    const before = originOf(from ?? path, moves)
    const movedBy = moves.find(({ from: root }) => isAtOrBelow(before, root))?.call
    if (from !== undefined) moves.push({ from, to: path, call })
    return { change, path: before, call: before === (from ?? path) ? call : (movedBy ?? call) }
  })
}

interface Move {
  readonly from: string
  readonly to: string
  readonly call: number
}

/** Where what is at a path was before earlier calls moved it. */
function originOf(path: string, moves: readonly Move[]): string {
  return moves.reduceRight(
    (at, { from, to }) => (at === to ? from : isBelow(at, to) ? from + at.slice(to.length) : at),
    path,
  )
}

const RANK = { state: 0, names: 1, contents: 2, whole: 3 } as const
