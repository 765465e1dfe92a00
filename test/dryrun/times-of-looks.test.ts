/** When in between was looked does not show in what is told: several looks merged are the one look from start to end. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { seededRandom } from '../../src/base/index.js'
import { mergeChanges } from '../../src/dryrun/merge-changes.js'
import { compare } from '../../src/transport/copy/changes/compare.js'
import type { Entry, FileState } from '../../src/transport/copy/changes/entry.js'
import { verifies } from '../verifies.js'

verifies('rehearsal:copies-same-again')

interface Node {
  readonly inode: bigint
  readonly kind: 'file' | 'folder'
  readonly mode: number
  readonly text: string
}

type Disk = ReadonlyMap<string, Node>

test('what several looks saw is what one look would have seen', () => {
  for (let seed = 1; seed <= 400; seed++) {
    // Sometimes much has happened between two looks.
    const disks = story(seed).filter(
      (_, act, { length }) => act % (1 + (seed % 3)) === 0 || act === length - 1,
    )
    const [first = new Map(), last = new Map()] = [disks[0], disks.at(-1)]
    const looks = disks.slice(1).map((disk, i) => looked(disks[i] ?? first, disk))

    expect({ seed, changes: mergeChanges(looks) }).toEqual({ seed, changes: looked(first, last) })
  }
})

/** A disk after each of some acts: writes, modes, removals, and moves of files and folders to new places and back. */
function story(seed: number): readonly Disk[] {
  const random = seededRandom(seed)
  const below = (n: number): number => random.integer(0, n - 1)
  let names = 0
  let inodes = 0n
  const made = (kind: Node['kind']): Node => ({ inode: ++inodes, kind, mode: 0o644, text: `${below(3)}` })
  let disk: Map<string, Node> = new Map([
    ['/r', made('folder')],
    ['/r/d', made('folder')],
    ['/r/d/e', made('folder')],
    ...['/r/a', '/r/d/b', '/r/d/e/c'].map((path) => [path, made('file')] as const),
  ])
  const homes = new Map<bigint, string[]>()
  const disks: Disk[] = [disk]
  for (let act = 0; act < 6; act++) {
    disk = new Map(disk)
    const folders = [...disk].filter(([, { kind }]) => kind === 'folder').map(([path]) => path)
    const free = `${folders[below(folders.length)]}/n${++names}`
    const [path, node] = [...disk].filter(([each]) => each !== '/r')[below(disk.size - 1)] ?? [
      '',
      made('file'),
    ]
    switch (below(6)) {
      case 0:
        disk.set(free, made('file'))
        break
      case 1:
        disk.set(free, made('folder'))
        break
      case 2:
        if (node.kind === 'file') disk.set(path, { ...node, text: `${below(3)}` })
        break
      case 3:
        if (path !== '') disk.set(path, { ...node, mode: 0o600 + below(3) })
        break
      case 4:
        for (const each of [...disk.keys()]) if (isAt(each, path)) disk.delete(each)
        break
      default: {
        const home = homes.get(node.inode)?.find((each) => !disk.has(each) && disk.has(folderOf(each)))
        const to = home !== undefined && below(2) === 0 ? home : free
        if (isAt(to, path) || path === '') break
        for (const [each, moved] of [...disk]) {
          if (!isAt(each, path)) continue
          disk.delete(each)
          disk.set(to + each.slice(path.length), moved)
        }
        homes.set(node.inode, [...(homes.get(node.inode) ?? []), path])
      }
    }
    disks.push(disk)
  }
  return disks
}

function isAt(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

/** As the tracker of a copy tells it. */
function looked(before: Disk, after: Disk) {
  const paths = [...new Set([...before.keys(), ...after.keys()])]
  const places = new Map(
    paths.map((path) => [path, { before: entryOf(before.get(path)), after: entryOf(after.get(path)) }]),
  )
  const changes = compare(places, {
    before: (path) => stateOf(before.get(path)),
    after: (path) => stateOf(after.get(path)) ?? { kind: 'other', mode: 0, bytes: 0 },
  })
  return changes.map(({ atMs: _, ...change }) => ({ ...change, isInRoot: true }))
}

function entryOf(node: Node | undefined): Entry | undefined {
  if (node === undefined) return undefined
  const { inode, kind, mode, text } = node
  // Whatever happened, this has moved.
  const changed = BigInt(`0x${createHash('sha256').update(`${mode} ${text}`).digest('hex').slice(0, 8)}`)
  return { kind, mode, size: text.length, modified: 0n, changed, inode, target: '' }
}

function stateOf(node: Node | undefined): FileState | undefined {
  if (node === undefined) return undefined
  const { kind, mode, text } = node
  return kind === 'folder' ? { kind, mode, bytes: 0 } : { kind, mode, bytes: text.length, digest: text }
}
