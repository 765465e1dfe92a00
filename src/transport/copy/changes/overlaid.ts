/** What was written outside the roots: the upper folders of overlays hold it, and what lies under them is the disk as it is. */
import type { WorldLayout } from '../setup/plan.js'
import type { Difference } from './compare.js'
import { type Entry, mayDiffer } from './entry.js'
import { entryAt, namesAt } from './look.js'
import { rememberNames } from './remembered-names.js'

export interface Overlaid extends Disposable {
  /** `everything` looks into each folder again, and not only where something was told to have come or gone. */
  differences(everything: boolean): Map<string, Difference>
  accept(differences: ReadonlyMap<string, Difference>): void
}

/** `seenFrom` is where the keeper's files are seen from here. */
export function overlaid(layout: WorldLayout, seenFrom: string): Overlaid {
  const own = new Set(layout.roots.flatMap(({ copy }) => copy ?? []))
  const tops = new Set([
    ...layout.overlays.map(({ path }) => path),
    ...layout.rebuilt,
    '/proc',
    '/sys',
    '/dev',
  ])
  const names = rememberNames()
  /** What is known of a path: an entry, or that it is gone. */
  const known = new Map<string, Entry | 'gone'>()
  // What the set-up made on the way to the copies is no change.
  for (const [path, entry] of look(true)) if (entry !== 'gone') known.set(path, entry)

  return {
    differences(everything) {
      const now = look(everything)
      const found = new Map<string, Difference>()
      for (const path of new Set([...known.keys(), ...now.keys()])) {
        const before = entryOf(known.get(path) ?? entryAt(path))
        const after = entryOf(now.get(path))
        if (before === undefined ? after !== undefined : after === undefined || mayDiffer(before, after))
          found.set(path, { before, after })
      }
      return found
    },
    accept(differences) {
      for (const [path, { after }] of differences) known.set(path, after ?? 'gone')
    },
    [Symbol.dispose]: () => names[Symbol.dispose](),
  }

  function look(everything: boolean): Map<string, Entry | 'gone'> {
    names.begin(everything)
    const found = new Map<string, Entry | 'gone'>()
    for (const { path, upper } of layout.overlays)
      for (const name of names.in(`${seenFrom}${upper}`)) lookIn(upper, `${path}/${name}`, name, found)
    for (const folder of layout.rebuilt) {
      const place = folder === '/' ? layout.world : `${layout.world}${folder}`
      for (const name of names.in(`${seenFrom}${place}`)) {
        const path = folder === '/' ? `/${name}` : `${folder}/${name}`
        if (!tops.has(path)) lookIn(place, path, name, found)
      }
    }
    // Of a rebuilt folder nothing is under it: what is known and not there any more has gone.
    for (const [path] of known) if (!found.has(path)) found.set(path, 'gone')
    return found
  }

  /** A link cannot be written to, only replaced, which its folder tells. */
  function lookIn(folder: string, path: string, name: string, found: Map<string, Entry | 'gone'>): void {
    const before = known.get(path)
    if (
      before !== undefined &&
      before !== 'gone' &&
      before.kind === 'link' &&
      !names.hasMoved(`${seenFrom}${folder}`)
    )
      found.set(path, before)
    else lookAt(path, `${folder}/${name}`, found)
  }

  function lookAt(path: string, place: string, found: Map<string, Entry | 'gone'>): void {
    if (own.has(place)) return
    const at = `${seenFrom}${place}`
    const before = known.get(path)
    const entry = entryAt(at, before === 'gone' ? undefined : before)
    if (entry === undefined) {
      found.set(path, 'gone')
      return
    }
    found.set(path, entry)
    if (entry.kind !== 'folder') return
    for (const name of namesAt(at)) lookAt(`${path}/${name}`, `${place}/${name}`, found)
    hideCovered(path, entry, found)
  }

  /** A folder that was removed and made again hides what was in the old one, and says so in no other way. */
  function hideCovered(path: string, entry: Entry, found: Map<string, Entry | 'gone'>): void {
    const was = known.get(path)
    if (was !== undefined && was !== 'gone' && was.changed === entry.changed) return
    const visible = new Set(namesAt(`${seenFrom}${layout.world}${path}`))
    for (const name of namesAt(path)) if (!visible.has(name)) hide(`${path}/${name}`, found)
  }

  function hide(path: string, found: Map<string, Entry | 'gone'>): void {
    if (!found.has(path)) found.set(path, 'gone')
    if (entryAt(path)?.kind === 'folder') for (const name of namesAt(path)) hide(`${path}/${name}`, found)
  }
}

function entryOf(known: Entry | 'gone' | undefined): Entry | undefined {
  return known === 'gone' ? undefined : known
}
