/** A sandbox all of whose runs are in one guest. */
import type { GuestSeries, Sandbox } from '../sandbox/index.js'
import type { BorrowedSandbox } from './borrow-sandbox.js'

/**
 * For programs that leave nothing behind and try nothing on the machine: to start a guest takes longer than what they do in it. Runs wait for
 * each other. One that had to be ended takes the guest with it, and the next one has another. The sandbox stays open; what is returned ends
 * the guest.
 */
export function inOneGuest(sandbox: Sandbox): BorrowedSandbox {
  const series = sandbox.openSeries?.()
  if (series === undefined) return { sandbox, [Symbol.asyncDispose]: () => Promise.resolve() }
  const shared: GuestSeries = {
    run: inTurn((job) => series.run(job)),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  const close = (): Promise<void> => Promise.resolve(series[Symbol.asyncDispose]())
  return {
    sandbox: {
      layers: sandbox.layers,
      run: shared.run,
      openSeries: () => shared,
      [Symbol.asyncDispose]: close,
    },
    [Symbol.asyncDispose]: close,
  }
}

function inTurn<Job, Result>(run: (job: Job) => Promise<Result>): (job: Job) => Promise<Result> {
  let before: Promise<unknown> = Promise.resolve()
  return (job) => {
    const mine = before.then(() => run(job))
    before = mine.catch(() => undefined)
    return mine
  }
}
