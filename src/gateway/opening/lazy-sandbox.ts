/** The sandbox of a gateway: made for the first program, since workflows need none. */
import type { Sandbox } from '../../sandbox/index.js'

export interface LazySandbox extends AsyncDisposable {
  /** A start that failed is tried again the next time. @throws SandboxError */
  ready(): Promise<Sandbox>
}

/** One that is given stays open. */
export function createLazySandbox(given: Sandbox | undefined): LazySandbox {
  let starting: Promise<Sandbox> | undefined
  return {
    async ready() {
      if (given !== undefined) return given
      starting ??= startSandbox()
      try {
        return await starting
      } catch (failure) {
        starting = undefined
        throw failure
      }
    },
    async [Symbol.asyncDispose]() {
      const sandbox = await starting?.catch(() => undefined)
      await sandbox?.[Symbol.asyncDispose]()
    },
  }
}

async function startSandbox(): Promise<Sandbox> {
  const { createDenoSandbox } = await import('../../sandbox/index.js')
  return createDenoSandbox({ poolSize: 1 })
}
