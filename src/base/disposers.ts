/** A stack of clean-ups: run in reverse order, all of them, and every failure told. */

export interface Disposers extends AsyncDisposable {
  /** Adds a clean-up; runs it at once when the stack has been disposed already. */
  add(cleanUp: () => void | Promise<void>): void
  /** Hands all clean-ups over to the caller's object: disposing this stack does nothing any more. */
  release(): () => Promise<void>
}

/** Creates an empty stack. Disposing twice is fine. With several failures the error is an AggregateError. */
export function createDisposers(): Disposers {
  let stack: (() => void | Promise<void>)[] = []
  let disposed: Promise<void> | undefined
  return {
    add(cleanUp) {
      if (disposed === undefined) stack.push(cleanUp)
      else disposed = disposed.then(cleanUp)
    },
    release() {
      const mine = stack
      stack = []
      return () => runAll(mine.splice(0))
    },
    [Symbol.asyncDispose]() {
      disposed ??= runAll(stack.splice(0))
      return disposed
    },
  }
}

async function runAll(stack: (() => void | Promise<void>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const cleanUp of stack.reverse()) {
    try {
      await cleanUp()
    } catch (failure) {
      failures.push(failure)
    }
  }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} clean-ups failed`)
}
