/** Whole worlds that stand ready, so that nobody waits for servers to start: made while it is quiet, and anew when they are out of date. */
import type { Clock } from '../../base/index.js'
import type { PreparedCopies } from '../../copy/index.js'
import type { ClientView } from './client-view.js'
import { type DiskWatch, watchDisk } from './disk-watch.js'
import type { CopiesWatch } from './open-copies.js'
import { createQuiet } from './quiet.js'

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

export function createSpareWorlds({ open, most, clock, isOurs }: SpareOptions): SpareWorlds {
  const quiet = createQuiet(clock)
  const closing = new AbortController()
  const endings = new Set<Promise<void>>()
  /** Views of which no world can stand ready. */
  const unkeepable = new Set<string>()
  let spares: Spare[] = []
  /** The last one that came or was expected. */
  let view: ClientView | undefined
  let filling: Promise<void> | undefined
  let restMs = LEAST_REST_MS

  function openSpare(view: ClientView): Spare {
    const outdated = (): void => {
      // It may have been taken: what becomes of it is nobody's business here.
      if (!spares.includes(spare)) return
      // A folder in which something moves all the time is not copied all the time.
      if (!spare.isOutdated && !quiet.isBusy) restMs = Math.min(2 * restMs, MOST_REST_MS)
      spare.isOutdated = true
      quiet.stir()
      fill()
    }
    const spare: Spare = {
      ...{ view, isOutdated: false, disk: undefined },
      opening: Promise.resolve().then(() =>
        open(view, closing.signal, {
          onRoots(roots) {
            spare.disk = watchDisk(roots, { onMoved: outdated, isOurs })
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
  function forget(spare: Spare): void {
    spares = spares.filter((each) => each !== spare)
    spare.disk?.[Symbol.dispose]()
  }

  function discard(spare: Spare): void {
    forget(spare)
    const ending = spare.opening
      .then((world) => world[Symbol.asyncDispose]())
      // A start that failed left nothing behind.
      .catch(() => undefined)
      .finally(() => {
        spare.disk?.[Symbol.dispose]()
        endings.delete(ending)
      })
    endings.add(ending)
  }

  function fill(rest: () => Promise<void> = quietRest): void {
    if (most === 0 || closing.signal.aborted) return
    filling ??= fillUp(rest)
      // Closed, or it cannot be made: who needs one then makes it, and is told.
      .catch(() => undefined)
      .finally(() => {
        filling = undefined
      })
  }

  function quietRest(): Promise<void> {
    return quiet.wait(restMs, closing.signal)
  }

  async function fillUp(rest: () => Promise<void>): Promise<void> {
    for (let pause = rest; ; pause = quietRest) {
      await pause()
      for (const spare of spares.filter(({ isOutdated }) => isOutdated)) discard(spare)
      const wanted = view
      if (wanted === undefined || unkeepable.has(wanted.key)) return
      const [other] = spares.filter(({ view: { key } }) => key !== wanted.key)
      if (spares.length >= most && other === undefined) return
      if (spares.length >= most && other !== undefined) discard(other)
      const spare = openSpare(wanted)
      spares.push(spare)
      const world = await spare.opening.catch(() => undefined)
      if (world?.isMovedByStart === true) {
        discard(spare)
        continue
      }
      // Nothing to stand ready with, or nobody can tell when it is out of date.
      if (world === undefined || world.tools.length === 0 || spare.disk?.isBlind !== false) {
        if (!closing.signal.aborted) unkeepable.add(wanted.key)
        discard(spare)
        return
      }
    }
  }

  /** Undefined where it is out of date, or somebody else was quicker. */
  async function ready(spare: Spare, signal: AbortSignal): Promise<PreparedCopies | undefined> {
    const world = await orAborted(spare.opening, signal).catch(() => undefined)
    signal.throwIfAborted()
    const hasMoved = (await spare.disk?.hasMoved()) ?? true
    if (!spares.includes(spare)) return undefined
    if (world === undefined || hasMoved || spare.isOutdated) {
      discard(spare)
      return undefined
    }
    forget(spare)
    restMs = LEAST_REST_MS
    return world
  }

  return {
    async take(wanted, signal) {
      view = wanted
      quiet.stir()
      const spare = spares.find((each) => each.view.key === wanted.key && !each.isOutdated)
      const world = spare === undefined ? undefined : await ready(spare, signal)
      fill()
      return world ?? open(wanted, AbortSignal.any([closing.signal, signal]))
    },
    expect(wanted, when) {
      view ??= wanted
      const isFirst = spares.length === 0 && !quiet.isBusy
      fill(when === 'next' && isFirst ? () => Promise.resolve() : quietRest)
    },
    busy: () => quiet.busy(),
    outdate() {
      for (const spare of spares) spare.isOutdated = true
      if (spares.length > 0) fill()
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await filling
      for (const spare of [...spares]) discard(spare)
      await Promise.all(endings)
    },
  }
}

/** It is quiet when nothing was called and nothing has moved for so long. */
const LEAST_REST_MS = 500
const MOST_REST_MS = 60_000

/** The work goes on without whoever does not wait any more. */
function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const onAbort = (): void => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
