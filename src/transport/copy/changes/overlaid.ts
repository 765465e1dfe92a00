/** What was written outside the roots: the upper folders of overlays hold it, and what lies under them is the disk as it is. */
import { namesInFolder } from '../../../base/index.js'
import type { WorldLayout } from '../setup/plan.js'
import type { Difference } from './compare.js'
import { type Entry, mayDiffer } from './entry.js'
import { entryAt } from './look.js'
import { rememberNames } from './remembered-names.js'

export interface Overlaid extends Disposable {
  /** `everything` looks into each folder again, and not only where something was told to have come or gone. */
  differences(everything: boolean): Map<string, Difference>
  accept(differences: ReadonlyMap<string, Difference>): void
}

/** `seenFrom` is where the keeper's files are seen from here. */
export function overlaid(layout: WorldLayout, seenFrom: string): Overlaid {
  return new UpperFolders(layout, seenFrom)
}

class UpperFolders implements Overlaid {
  readonly #layout: WorldLayout
  readonly #seenFrom: string
  readonly #own: Set<string>
  readonly #tops: Set<string>
  readonly #names = rememberNames()
  /** What is known of a path: an entry, or that it is gone. */
  readonly #known = new Map<string, Entry | 'gone'>()

  constructor(layout: WorldLayout, seenFrom: string) {
    this.#layout = layout
    this.#seenFrom = seenFrom
    this.#own = new Set(layout.roots.flatMap(({ copy }) => copy ?? []))
    this.#tops = new Set([
      ...layout.overlays.map(({ path }) => path),
      ...layout.rebuilt,
      '/proc',
      '/sys',
      '/dev',
    ])
    // What the set-up made on the way to the copies is no change.
    for (const [path, entry] of this.#look(true)) if (entry !== 'gone') this.#known.set(path, entry)
  }

  differences(everything: boolean): Map<string, Difference> {
    const now = this.#look(everything)
    const found = new Map<string, Difference>()
    for (const path of new Set([...this.#known.keys(), ...now.keys()])) {
      const before = entryOf(this.#known.get(path) ?? entryAt(path))
      const after = entryOf(now.get(path))
      if (before === undefined ? after !== undefined : after === undefined || mayDiffer(before, after))
        found.set(path, { before, after })
    }
    return found
  }

  accept(differences: ReadonlyMap<string, Difference>): void {
    for (const [path, { after }] of differences) this.#known.set(path, after ?? 'gone')
  }

  [Symbol.dispose]() {
    return this.#names[Symbol.dispose]()
  }

  #look(everything: boolean): Map<string, Entry | 'gone'> {
    this.#names.begin(everything)
    const found = new Map<string, Entry | 'gone'>()
    for (const { path, upper } of this.#layout.overlays)
      for (const name of this.#names.in(`${this.#seenFrom}${upper}`))
        this.#lookIn(upper, `${path}/${name}`, name, found)
    for (const folder of this.#layout.rebuilt) {
      const place = folder === '/' ? this.#layout.world : `${this.#layout.world}${folder}`
      for (const name of this.#names.in(`${this.#seenFrom}${place}`)) {
        const path = folder === '/' ? `/${name}` : `${folder}/${name}`
        if (!this.#tops.has(path)) this.#lookIn(place, path, name, found)
      }
    }
    // Of a rebuilt folder nothing is under it: what is known and not there any more has gone.
    for (const [path] of this.#known) if (!found.has(path)) found.set(path, 'gone')
    return found
  }

  /** A link cannot be written to, only replaced, which its folder tells. */
  #lookIn(folder: string, path: string, name: string, found: Map<string, Entry | 'gone'>): void {
    const before = this.#known.get(path)
    if (
      before !== undefined &&
      before !== 'gone' &&
      before.kind === 'link' &&
      !this.#names.hasMoved(`${this.#seenFrom}${folder}`)
    )
      found.set(path, before)
    else this.#lookAt(path, `${folder}/${name}`, found)
  }

  #lookAt(path: string, place: string, found: Map<string, Entry | 'gone'>): void {
    if (this.#own.has(place)) return
    const at = `${this.#seenFrom}${place}`
    const before = this.#known.get(path)
    const entry = entryAt(at, before === 'gone' ? undefined : before)
    if (entry === undefined) {
      found.set(path, 'gone')
      return
    }
    found.set(path, entry)
    if (entry.kind !== 'folder') return
    for (const name of namesInFolder(at)) this.#lookAt(`${path}/${name}`, `${place}/${name}`, found)
    this.#hideCovered(path, entry, found)
  }

  /** A folder that was removed and made again hides what was in the old one, and says so in no other way. */
  #hideCovered(path: string, entry: Entry, found: Map<string, Entry | 'gone'>): void {
    const was = this.#known.get(path)
    if (was !== undefined && was !== 'gone' && was.changed === entry.changed) return
    const visible = new Set(namesInFolder(`${this.#seenFrom}${this.#layout.world}${path}`))
    for (const name of namesInFolder(path)) if (!visible.has(name)) hide(`${path}/${name}`, found)
  }
}

function hide(path: string, found: Map<string, Entry | 'gone'>): void {
  if (!found.has(path)) found.set(path, 'gone')
  if (entryAt(path)?.kind === 'folder') for (const name of namesInFolder(path)) hide(`${path}/${name}`, found)
}

function entryOf(known: Entry | 'gone' | undefined): Entry | undefined {
  return known === 'gone' ? undefined : known
}
