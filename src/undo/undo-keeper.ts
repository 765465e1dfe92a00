/** Keeps what a run is about to change, as it was before, and sees what the run makes of it. */

import { isAtOrBelow } from '../base/index.js'
import { formerPlaces, type Receipt, type ReceiptChange } from '../plan/index.js'
import type { FormerBytes } from './former-bytes.js'
import { emptyState, type FormerLine, type FormerState, noteLine, readFormerState } from './former-state.js'
import { keepableAt, realPlace } from './keepable.js'
import { lookAtPlaces } from './look-at-places.js'
import { inPinned } from './pinned-folder.js'
import { ABSENT, isSamePlace, type PlaceState } from './place-state.js'
import { leftOpen, seenBetween, seenByCalls } from './whose-changes.js'

export interface UndoKeeper {
  /** Called before each effect leaves, with its number in the rehearsal. Throws what the disk says when it cannot be looked at. */
  before(call: number | undefined): void
  /** Called once none of them is under way any more. */
  after(): void
  /** Why something that an effect changes is not kept: the end of a sentence. */
  uncoveredOf(call: number): string | undefined
}

export interface KeeperOptions {
  readonly bytes: FormerBytes
  readonly receipt: Pick<Receipt, 'changes'>
  /** Of the journal: what digests in the receipt are made with. */
  readonly key: string
  /** Makes room for so many bytes. False: there is not room enough. */
  readonly room: (bytes: number) => boolean
}

export function createUndoKeeper(options: KeeperOptions): UndoKeeper {
  return new FormerBytesKeeper(options)
}

class FormerBytesKeeper implements UndoKeeper {
  readonly #options: KeeperOptions
  #state: FormerState
  /** What was last seen. */
  #known = new Map<string, PlaceState>()
  /** Under way, or answered since one was. */
  #calls: readonly number[] | undefined

  constructor(options: KeeperOptions) {
    this.#options = options
    this.#state = readFormerState(options.bytes.lines())
    if (this.#state.isTaken) this.#goOn()
  }

  before(call: number | undefined): void {
    if (!this.#state.isTaken) this.#take()
    else if (this.#calls === undefined) this.#note(this.#lookAround(undefined))
    this.#calls = [...(this.#calls ?? []), ...(call === undefined ? [] : [call])]
    this.#note({ kind: 'open', calls: this.#calls })
  }

  after(): void {
    this.#note(this.#lookAround(this.#calls ?? []))
    this.#calls = undefined
  }

  uncoveredOf(call: number): string | undefined {
    for (const { path, calls: by } of this.#state.places) {
      if (!by.includes(call)) continue
      for (const [at, why] of this.#state.uncovered)
        if (isAtOrBelow(at, path)) return why.includes(at) ? why : `${at}: ${why}`
    }
    return undefined
  }

  #note(line: FormerLine): void {
    this.#state = noteLine(this.#options.bytes, this.#state, line)
  }

  #take(): void {
    this.#state = emptyState()
    const changes = this.#options.receipt.changes.map(atRealPlaces)
    this.#note({ kind: 'begun', format: 1, places: formerPlaces(changes), changes })
    const measured = this.#state.places.map((place) => ({ place, keepable: keepableAt(place) }))
    const all = measured.reduce(
      (sum, { keepable }) => sum + (keepable.kind === 'not' ? 0 : keepable.bytes),
      0,
    )
    const isRoom = this.#options.room(all)
    for (const { place, keepable } of measured) {
      const { path, keeps } = place
      if (keepable.kind === 'not') this.#note({ kind: 'uncovered', path, why: keepable.why })
      else if (keepable.bytes > 0 && !isRoom && !this.#options.room(keepable.bytes))
        this.#note({
          kind: 'uncovered',
          path,
          why: `its former bytes (${keepable.bytes}) are more than are kept`,
        })
      else if (keeps !== 'names')
        for (const [at, each] of keepable.states) if (each.kind === 'file') this.#keepFile(at)
    }
    this.#known = lookAtPlaces(this.#state.places, new Map())
    for (const states of inParts(this.#known)) this.#note({ kind: 'before', states })
    this.#note({ kind: 'taken' })
    this.#options.bytes.flush()
  }

  #keepFile(path: string): void {
    try {
      inPinned(path, undefined, (at) =>
        this.#note({ kind: 'kept', path, blob: this.#options.bytes.keep(at) }),
      )
    } catch (failure) {
      this.#note({
        kind: 'uncovered',
        path,
        why: `it cannot be kept (${failure instanceof Error ? failure.message : String(failure)})`,
      })
    }
  }

  /** Of a run that was left, or killed: what is as the copy showed it is the run's, all else that moved is somebody's. */
  #goOn(): void {
    this.#known = new Map([...this.#state.before, ...this.#state.after])
    if (this.#state.openCalls.length === 0) return
    this.#note(leftOpen(this.#state, this.#options.key))
  }

  /** Undefined: no effect was under way. */
  #lookAround(by: readonly number[] | undefined): FormerLine {
    const now = lookAtPlaces(this.#state.places, this.#known)
    const moved = [...new Set([...this.#known.keys(), ...now.keys()])].filter(
      (path) => !isSamePlace(this.#known.get(path) ?? ABSENT, now.get(path) ?? ABSENT),
    )
    const told = { known: this.#known, now, moved }
    const line = by === undefined ? seenBetween(told, this.#state) : seenByCalls(told, this.#state, by)
    this.#known = now
    return line
  }
}

function atRealPlaces(change: ReceiptChange): ReceiptChange {
  const { path, from } = change
  return { ...change, path: realPlace(path), ...(from === undefined ? {} : { from: realPlace(from) }) }
}

function* inParts(states: ReadonlyMap<string, PlaceState>): Iterable<Record<string, PlaceState>> {
  const entries = [...states]
  for (let at = 0; at < entries.length; at += LINE_ENTRIES)
    yield Object.fromEntries(entries.slice(at, at + LINE_ENTRIES))
}

const LINE_ENTRIES = 500
