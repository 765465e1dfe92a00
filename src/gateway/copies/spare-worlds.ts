/** Whole worlds that stand ready, so that nobody waits for servers to start: made while it is quiet, and anew when they are out of date. */

import type { Clock } from '../../base/index.js'
import { orAborted } from '../../base/index.js'
import type { PreparedCopies } from '../../copy/index.js'
import type { ClientView } from './client-view.js'
import { type DiskWatch, watchDisk } from './disk-watch.js'
import type { CopiesWatch } from './open-copies.js'
import { createQuiet, type Quiet } from './quiet.js'

/** Whoever made it closes it. Nothing is made before somebody is expected. */
export interface SpareWorlds extends AsyncDisposable {
  /** The world for this view: one that stands ready where it is up to date, else a new one. Whoever takes it closes it. */
  take(view: ClientView, signal: AbortSignal): Promise<PreparedCopies>
  /** Somebody who sees servers so may come: a first world for what he wants next is made at once, unless something else goes on. */
  expect(view: ClientView, when: 'next' | 'soon'): void
  /** Nothing is made ready until what is returned is disposed. */
  busy(): Disposable
  /** Something was done that servers may see, and a world that stands ready may not have. */
  outdate(): void
}

export interface SpareOptions {
  readonly open: (view: ClientView, signal: AbortSignal, watch?: CopiesWatch) => Promise<PreparedCopies>
  /** How many stand ready at most. */
  readonly most: number
  readonly clock: Clock
  /** What a gateway writes itself, below the folders that are copied. */
  readonly isOurs: (path: string) => boolean
}

interface Spare {
  readonly view: ClientView
  readonly opening: Promise<PreparedCopies>
  isOutdated: boolean
  /** From the moment before anything is copied. */
  disk: DiskWatch | undefined
}

export function createSpareWorlds(options: SpareOptions): SpareWorlds {
  return new PreparedWorlds(options)
}

class PreparedWorlds implements SpareWorlds {
  readonly #options: SpareOptions
  readonly #quiet: Quiet
  readonly #closing = new AbortController()
  readonly #endings = new Set<Promise<void>>()
  /** Views of which no world can stand ready. */
  readonly #unkeepable = new Set<string>()
  #spares: Spare[] = []
  /** The last one that came or was expected. */
  #view: ClientView | undefined
  #filling: Promise<void> | undefined
  #restMs = LEAST_REST_MS

  constructor(options: SpareOptions) {
    this.#options = options
    this.#quiet = createQuiet(options.clock)
  }

  async take(wanted: ClientView, signal: AbortSignal): Promise<PreparedCopies> {
    this.#view = wanted
    this.#quiet.stir()
    const spare = this.#spares.find((each) => each.view.key === wanted.key && !each.isOutdated)
    const world = spare === undefined ? undefined : await this.#ready(spare, signal)
    this.#fill()
    return world ?? this.#options.open(wanted, AbortSignal.any([this.#closing.signal, signal]))
  }

  expect(wanted: ClientView, when: 'next' | 'soon'): void {
    this.#view ??= wanted
    const isFirst = this.#spares.length === 0 && !this.#quiet.isBusy
    this.#fill(when === 'next' && isFirst ? () => Promise.resolve() : this.#quietRest)
  }

  readonly busy = (): Disposable => this.#quiet.busy()

  outdate(): void {
    for (const spare of this.#spares) spare.isOutdated = true
    if (this.#spares.length > 0) this.#fill()
  }

  async [Symbol.asyncDispose]() {
    this.#closing.abort()
    await this.#filling
    for (const spare of [...this.#spares]) this.#discard(spare)
    await Promise.all(this.#endings)
  }

  #openSpare(view: ClientView): Spare {
    const outdated = (): void => {
      // It may have been taken: what becomes of it is nobody's business here.
      if (!this.#spares.includes(spare)) return
      // A folder in which something moves all the time is not copied all the time.
      if (!spare.isOutdated && !this.#quiet.isBusy) this.#restMs = Math.min(2 * this.#restMs, MOST_REST_MS)
      spare.isOutdated = true
      this.#quiet.stir()
      this.#fill()
    }
    const spare: Spare = {
      ...{ view, isOutdated: false, disk: undefined },
      opening: Promise.resolve().then(() =>
        this.#options.open(view, this.#closing.signal, {
          onRoots: (roots) => {
            spare.disk = watchDisk(roots, { onMoved: outdated, isOurs: this.#options.isOurs })
          },
          // One that does not even start is left out of the world, and that is told.
          onEnd() {
            if (isOpen) outdated()
          },
        }),
      ),
    }
    let isOpen = false
    spare.opening.then(
      () => {
        isOpen = true
      },
      // Whoever takes it hears of it.
      () => undefined,
    )
    return spare
  }

  /** The world itself is closed by whoever has it. */
  #forget(spare: Spare): void {
    this.#spares = this.#spares.filter((each) => each !== spare)
    spare.disk?.[Symbol.dispose]()
  }

  #discard(spare: Spare): void {
    this.#forget(spare)
    const ending = spare.opening
      .then((world) => world[Symbol.asyncDispose]())
      // A start that failed left nothing behind.
      .catch(() => undefined)
      .finally(() => {
        spare.disk?.[Symbol.dispose]()
        this.#endings.delete(ending)
      })
    this.#endings.add(ending)
  }

  #fill(rest: () => Promise<void> = this.#quietRest): void {
    if (this.#options.most === 0 || this.#closing.signal.aborted) return
    this.#filling ??= this.#fillUp(rest)
      // Closed, or it cannot be made: who needs one then makes it, and is told.
      .catch(() => undefined)
      .finally(() => {
        this.#filling = undefined
      })
  }

  readonly #quietRest = (): Promise<void> => {
    return this.#quiet.wait(this.#restMs, this.#closing.signal)
  }

  async #fillUp(rest: () => Promise<void>): Promise<void> {
    for (let pause = rest; ; pause = this.#quietRest) {
      await pause()
      for (const spare of this.#spares.filter(({ isOutdated }) => isOutdated)) this.#discard(spare)
      const wanted = this.#view
      if (wanted === undefined || this.#unkeepable.has(wanted.key)) return
      const [other] = this.#spares.filter(({ view: { key } }) => key !== wanted.key)
      if (this.#spares.length >= this.#options.most && other === undefined) return
      if (this.#spares.length >= this.#options.most && other !== undefined) this.#discard(other)
      const spare = this.#openSpare(wanted)
      this.#spares.push(spare)
      const world = await spare.opening.catch(() => undefined)
      if (world?.isMovedByStart === true) {
        this.#discard(spare)
        continue
      }
      // Nothing to stand ready with, or nobody can tell when it is out of date.
      if (world === undefined || world.tools.length === 0 || spare.disk?.isBlind !== false) {
        if (!this.#closing.signal.aborted) this.#unkeepable.add(wanted.key)
        this.#discard(spare)
        return
      }
    }
  }

  /** Undefined where it is out of date, or somebody else was quicker. */
  async #ready(spare: Spare, signal: AbortSignal): Promise<PreparedCopies | undefined> {
    const world = await orAborted(spare.opening, signal).catch(() => undefined)
    signal.throwIfAborted()
    const hasMoved = (await spare.disk?.hasMoved()) ?? true
    if (!this.#spares.includes(spare)) return undefined
    if (world === undefined || hasMoved || spare.isOutdated) {
      this.#discard(spare)
      return undefined
    }
    this.#forget(spare)
    this.#restMs = LEAST_REST_MS
    return world
  }
}

/** It is quiet when nothing was called and nothing has moved for so long. */
const LEAST_REST_MS = 500
const MOST_REST_MS = 60_000
