/** The door to copies of the world: finds the Deno that sets them up. */
import { TransportError } from '../base/index.js'
import { findSandboxDeno } from '../sandbox/find-sandbox-deno.js'
import {
  type CopiedWorld,
  type CopyTrial,
  createCopiedWorld,
  tryCopies as tryWith,
  type WorldOptions,
} from '../transport/copy/index.js'

export type {
  CopiedProcess,
  CopiedServer,
  CopiedServerOptions,
  CopiedWorld,
  CopyLimit,
  CopyTrial,
  FileChange,
  FileState,
  NetworkAttempts,
} from '../transport/copy/index.js'

/** How a copy is made. `denoPath` may be left out: then it is the Deno that the sandbox uses too. */
export type CopyOptions = Omit<WorldOptions, 'denoPath' | 'refuse'> & Partial<Pick<WorldOptions, 'denoPath'>>

/**
 * Makes a throwaway copy of this machine in which servers and commands run: real answers, and nothing they do to files lasts. Linux.
 * Whoever makes it closes it.
 * @throws TransportError COPY_REFUSED with the act that was refused, and in its hint what allows it; SandboxError SANDBOX_MISSING
 *   without a usable Deno; UsageError USAGE for a root that is not there
 */
export async function createCopy(options: CopyOptions = {}): Promise<CopiedWorld> {
  if (process.platform !== 'linux')
    throw new TransportError(
      'COPY_REFUSED',
      `Cannot make a copy of this machine: copies need Linux, and this is ${process.platform}`,
      {
        hint: 'use a dev container or a virtual machine with Linux',
      },
    )
  return createCopiedWorld({ ...options, denoPath: await denoPathOf(options) })
}

/** Whether copies can be made here, and if not, which act is refused and what allows it. @throws SandboxError SANDBOX_MISSING */
export async function tryCopies(options: Pick<CopyOptions, 'denoPath' | 'clock'> = {}): Promise<CopyTrial> {
  return tryWith(await denoPathOf(options), options.clock)
}

async function denoPathOf({ denoPath }: Pick<CopyOptions, 'denoPath'>): Promise<string> {
  return denoPath ?? (await findSandboxDeno())
}
