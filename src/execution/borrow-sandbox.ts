/** A sandbox for one execution: the caller's, or one of its own. */
import { createDenoSandbox, type Sandbox } from '../sandbox/index.js'

export interface BorrowedSandbox extends AsyncDisposable {
  readonly sandbox: Sandbox
}

/**
 * The caller's sandbox stays open; one that was made here is closed with what is returned.
 * @throws SandboxError when none can be made
 */
export async function borrowSandbox(given: Sandbox | undefined): Promise<BorrowedSandbox> {
  const sandbox = given ?? (await createDenoSandbox({ poolSize: 0 }))
  return {
    sandbox,
    [Symbol.asyncDispose]: async () => {
      if (given === undefined) await sandbox[Symbol.asyncDispose]()
    },
  }
}
