/** Lays the world out: overlays over what is there, real copies of the roots in them, and folders with mounts made anew. */
import type { Acts } from './acts.js'
import { baselineOf, type Copied } from './baseline.js'
import { discard, exists, seen, unlessGone } from './coming-and-going.js'
import { copyRoot, listsNewestFirst } from './copy-root.js'
import { deno } from './deno.js'
import { type Status, setTimes, statusOf } from './file-status.js'
import {
  copyFile,
  makeFile,
  makeFolder,
  makeLink,
  mayAccess,
  namesIn,
  R_OK,
  readLink,
  removeFolder,
  setAttribute,
  setMode,
  W_OK,
  X_OK,
} from './files.js'
import { MS_BIND, MS_RDONLY, MS_REMOUNT, mount } from './isolation.js'
import { asBytes, asText } from './libc.js'
import { isBelow, type MountTable } from './mount-table.js'
import type { CopiedRoot, SetupPlan, WorldLayout } from './plan.js'
import { type Scanned, scanRoot } from './scan-root.js'

interface Overlay {
  readonly path: string
  readonly upper: string
  readonly work: string
}

/** Builds `scaffold`/world. `table` is what was mounted outside. @throws Refusal */
export function layOut(
  plan: SetupPlan,
  scaffold: string,
  table: MountTable,
  acts: Acts,
): Omit<WorldLayout, 'acts'> {
  return new WorldBuilder(plan, scaffold, table, acts).run()
}

class WorldBuilder {
  readonly #plan: SetupPlan
  readonly #scaffold: string
  readonly #table: MountTable
  readonly #acts: Acts
  readonly #world: string
  readonly #overlays: Overlay[] = []
  readonly #rebuilt: string[] = []
  readonly #copies: Copied[] = []
  readonly #binds: { readonly from: string; readonly to: string }[] = []
  /** Known once the folder of the copies is there. */
  #newestFirst = false
  readonly #room: { files: number; bytes: number }

  constructor(plan: SetupPlan, scaffold: string, table: MountTable, acts: Acts) {
    this.#plan = plan
    this.#scaffold = scaffold
    this.#table = table
    this.#acts = acts
    this.#world = `${scaffold}/world`
    this.#room = { files: plan.maxFiles, bytes: plan.maxBytes }
  }

  run(): Omit<WorldLayout, 'acts'> {
    for (const part of ['world', 'over', 'roots', 'pipes']) makeFolder(`${this.#scaffold}/${part}`, 0o700)
    // Only a mount can become the root.
    this.#acts.perform('mount', '/', () => mount(this.#world, this.#world, '', MS_BIND))
    this.#newestFirst = listsNewestFirst(`${this.#scaffold}/roots`)
    this.#rebuild('/')
    for (const folder of this.#plan.writable.map(asBytes)) this.#standAlone(folder)
    const roots = this.#plan.roots.map((root, i) =>
      this.#acts.perform('copy', asBytes(root), () => this.#placeRoot(asBytes(root), i)),
    )
    for (const over of [...this.#overlays])
      if (!this.#layOver(over)) this.#overlays.splice(this.#overlays.indexOf(over), 1)
    for (const { from, to } of this.#binds)
      this.#acts.perform('mount', to, () => {
        mount(from, `${this.#world}${to}`, '', MS_BIND)
        if (this.#table.isReadOnly(to)) mount('', `${this.#world}${to}`, '', MS_BIND | MS_REMOUNT | MS_RDONLY)
      })
    for (const folder of this.#rebuilt.toReversed())
      this.#acts.perform('access', folder, () =>
        unlessGone(folder, () => takeAccess(statusOf(folder), folder, `${this.#world}${folder}`)),
      )
    const baseline = `${this.#scaffold}/baseline`
    deno.writeTextFileSync(baseline, this.#copies.map(baselineOf).join(''))
    return {
      world: this.#world,
      pipes: `${this.#scaffold}/pipes`,
      baseline,
      overlays: this.#overlays.map(({ path, upper }) => ({ path: asText(path), upper: asText(upper) })),
      rebuilt: this.#rebuilt.map(asText),
      roots,
    }
  }

  /** An overlay cannot lie over a folder with mounts in it: such a one is made anew, and each thing in it treated on its own. */
  #rebuild(folder: string): void {
    const names = namesIn(folder)
    this.#rebuilt.push(folder)
    for (const name of names) {
      const path = folder === '/' ? `/${name}` : `${folder}/${name}`
      if (SYSTEM.has(path)) makeFolder(`${this.#world}${path}`, 0o755)
      else
        this.#acts.perform('look', path, () =>
          unlessGone(path, (isAgain) => {
            if (isAgain) discard(`${this.#world}${path}`)
            this.#place(path)
          }),
        )
    }
  }

  #place(path: string): void {
    const status = seen(path)
    const to = `${this.#world}${path}`
    if (status === undefined) makeFolder(to, 0)
    else if (status.kind === 'link') makeLink(to, readLink(path))
    else if (status.kind === 'file') this.#placeFile(path, to, status)
    else if (status.kind === 'folder') {
      makeFolder(to, 0o755)
      if (this.#isPlain(path)) this.#rebuild(path)
      else if (!this.#table.holdsMounts(path)) this.#addOverlay(path)
      else if (mayAccess(path, R_OK)) this.#rebuild(path)
      else this.#placeClosed(path, to, status)
    }
  }

  /** Nothing is in it, and nobody means it: each overlay that need not be is one less to mount, to look at after each call, and to take away. */
  #isPlain(folder: string): boolean {
    const isMeant = [...this.#plan.roots, ...this.#plan.writable].some((each) => asBytes(each) === folder)
    return (
      !isMeant &&
      !this.#table.isReadOnly(folder) &&
      mayAccess(folder, R_OK | X_OK) &&
      namesIn(folder).length === 0
    )
  }

  /** What we can neither list nor enter, such as the store of another user's containers, shows nothing in a copy either. */
  #placeClosed(path: string, to: string, status: Status): void {
    if (mayAccess(path, X_OK))
      throw new Error('something is mounted in it, and it can be entered but not listed')
    takeAccess(status, path, to)
  }

  #placeFile(path: string, to: string, status: Status): void {
    if (!mayAccess(path, R_OK)) makeFile(to, 0)
    else if (status.size <= LARGE_FILE) copyFile(path, to, status)
    else {
      makeFile(to, 0)
      mount(path, to, '', MS_BIND)
      return
    }
    takeAccess(status, path, to)
  }

  #addOverlay(path: string): void {
    const base = `${this.#scaffold}/over/${this.#overlays.length}`
    const upper = `${base}/up`
    for (const part of [base, upper, `${base}/work`]) makeFolder(part, 0o700)
    this.#overlays.push({ path, upper, work: `${base}/work` })
  }

  /** Below a folder of somebody else nothing can be written in an overlay: what is used there stands on its own. */
  #standAlone(folder: string): void {
    const over = this.#overlayOf(folder)
    if (over === undefined || over.path === folder) return
    if (seen(folder)?.kind === 'folder' && !isOursFrom(over.path, folder)) this.#addOverlay(folder)
  }

  #placeRoot(root: string, number: number): CopiedRoot {
    const status = seen(root)
    const path = asText(root)
    // The caller could look, so its folder is closed to us by somebody whom he may overrule.
    if (status === undefined) return { path, left: 'owner' }
    // A file is copied up when it is written: it needs nothing but a folder where that can be done.
    if (status.kind !== 'folder') {
      this.#standAlone(root.slice(0, Math.max(root.lastIndexOf('/'), 1)))
      return { path, ...(status.uid === 0 ? {} : { left: 'owner' as const }) }
    }
    if (this.#rebuilt.includes(root) || this.#table.holdsMounts(root)) return { path, left: 'mounts' }
    const tree = scanRoot(root, this.#room)
    if (typeof tree === 'string') {
      this.#standAlone(root)
      return { path, left: tree }
    }
    const copied = { tree, path: root, ...this.#placeCopy(root, tree, number) }
    this.#copies.push(copied)
    return { path, copy: asText(copied.copy) }
  }

  #placeCopy(root: string, tree: Scanned, number: number): Omit<Copied, 'tree' | 'path'> {
    const over = this.#overlayOf(root)
    const parent = root.slice(0, root.lastIndexOf('/'))
    if (over === undefined || over.path === root || !isOursFrom(over.path, parent)) {
      const copy = `${this.#scaffold}/roots/${number}`
      this.#binds.push({ from: copy, to: root })
      return { copy, ...copyRoot(tree, root, copy, this.#newestFirst) }
    }
    // In the upper folder, folders move from root to root and a root itself can be renamed: all is one mount.
    const copy = `${over.upper}${root.slice(over.path.length)}`
    for (const folder of foldersBetween(over.path, parent)) {
      const upper = `${over.upper}${folder.slice(over.path.length)}`
      if (exists(upper)) continue
      makeFolder(upper, 0o700)
      setMode(upper, statusOf(folder).mode)
    }
    const copied = copyRoot(tree, root, copy, this.#newestFirst)
    setAttribute(copy, 'user.overlay.opaque', 'y')
    for (const folder of foldersBetween(over.path, parent).toReversed())
      setTimes(`${over.upper}${folder.slice(over.path.length)}`, statusOf(folder))
    return { copy, ...copied }
  }

  /** False when the folder has gone since it was looked at. */
  #layOver({ path, upper, work }: Overlay): boolean {
    const options = `lowerdir=${escaped(path)},upperdir=${upper},workdir=${work},userxattr`
    const flags = this.#table.isReadOnly(path) ? MS_RDONLY : 0
    return this.#acts.perform('overlay', path, () => {
      const isThere =
        seen(path)?.kind === 'folder' &&
        unlessGone(path, () => {
          takeAccess(statusOf(path), path, upper)
          mount('copy', `${this.#world}${path}`, 'overlay', flags, options)
        })
      if (!isThere) removeFolder(`${this.#world}${path}`)
      return isThere
    })
  }

  #overlayOf(path: string): Overlay | undefined {
    return this.#overlays
      .filter((over) => path === over.path || isBelow(path, over.path))
      .toSorted((a, b) => b.path.length - a.path.length)[0]
  }
}

/** These are made by the kernel, not copied. */
const SYSTEM: ReadonlySet<string> = new Set(['/proc', '/sys', '/dev'])
/** A larger one, beside mounts, is not copied but shown, and cannot be written: bytes. */
const LARGE_FILE = 1_048_576

/** True when all folders below `top` down to `folder`, that one too, are ours. */
function isOursFrom(top: string, folder: string): boolean {
  return foldersBetween(top, folder).every((each) => statusOf(each).uid === 0)
}

function foldersBetween(top: string, folder: string): string[] {
  const found: string[] = []
  for (let at = folder; at.length > top.length; at = at.slice(0, at.lastIndexOf('/'))) found.unshift(at)
  return found
}

/** What is made here is ours; where the original is not, being the owner must not allow more than we may do there. */
function takeAccess(original: Status, path: string, copy: string): void {
  const own = [R_OK, W_OK, X_OK].filter((bit) => mayAccess(path, bit)).reduce((all, bit) => all | bit, 0)
  setMode(copy, original.uid === 0 ? original.mode : (original.mode & ~0o700) | (own << 6))
  setTimes(copy, original)
}

/** Commas, colons and backslashes part the options of an overlay. */
function escaped(path: string): string {
  return path.replace(/[\\,:]/g, '\\$&')
}
