/** The throwaway copy of this machine in which a client's server runs, and what a test sees of it. */
import { type Clock, defined } from '../../base/index.js'
import type { ServerCopy } from '../../copy/index.js'
import type { FileEffect } from '../../dryrun/index.js'
import { parseCommand } from './parse-command.js'

/** How a copy is made. */
export interface CopyChoice {
  /**
   * Folders and files that are copied whole, beside those that the server's arguments and environment name. Default: the working
   * folder, where nothing else is named.
   */
  readonly roots?: readonly string[]
  /** How many files, folders and links all roots may hold; default 20,000. Beyond that folders that were there cannot be renamed. */
  readonly maxFiles?: number
  /** How many bytes; default 256 MiB. */
  readonly maxBytes?: number
  /** Is told once, as soon as something in the copy tried to reach out: what it does after that may not be what it would do. */
  readonly onNetworkAttempt?: () => void
}

/** A copy as a test sees it. */
export interface ClientCopy {
  /**
   * What changed since the last time, or since the first client was connected: what is lost comes first. Paths below the working
   * folder are told from there. Empty when the copy has ended.
   */
  changes(): Promise<readonly FileEffect[]>
  /** How often something in it tried to reach out, since it was made. */
  networkAttempts(): number
  /** Roots that are no real copies, and why: folders that were there cannot be renamed in them. */
  readonly partly: readonly { readonly root: string; readonly why: string }[]
}

/** What of a target the copy is made for. */
interface CopiedCommand {
  readonly command: string | readonly string[]
  readonly workingDir?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Whoever opened it disposes of it: that ends whatever still runs in it. */
export interface OpenCopy extends ClientCopy, AsyncDisposable {
  readonly start: ServerCopy['start']
  /** What changed until the first client was connected is no change. The first call alone does something. */
  settle(): Promise<void>
}

/**
 * Makes a copy for the server of a command.
 * @throws TransportError COPY_REFUSED with what was refused, and in its hint what allows it; SandboxError SANDBOX_MISSING;
 *   UsageError USAGE for a root that is not there
 */
export async function openCopy(
  { command, workingDir, env }: CopiedCommand,
  choice: true | CopyChoice,
  clock: Clock,
): Promise<OpenCopy> {
  // Loaded only where a server is copied, as most tests copy none.
  const { createServerCopy } = await import('../../copy/index.js')
  const { describeChanges } = await import('../../dryrun/index.js')
  const { roots, maxFiles, maxBytes, onNetworkAttempt } = choice === true ? {} : choice
  const { command: program, args = [] } = parseCommand(command)
  const launch = {
    kind: 'stdio',
    command: program,
    args,
    env: env ?? {},
    ...defined({ cwd: workingDir }),
  } as const
  const copy = await createServerCopy(
    { name: program, launch },
    {
      settings: { copy: true, ...defined({ folders: roots }) },
      copy: { clock, ...defined({ maxFiles, maxBytes }) },
      ...defined({ baseDir: workingDir, onNetworkAttempt }),
    },
  )
  let settling: Promise<void> | undefined
  return {
    start: copy.start,
    settle() {
      settling ??= copy.changes().then(() => undefined)
      return settling
    },
    changes: async () => describeChanges(await copy.changes(), AS_IT_IS),
    networkAttempts: () => copy.networkAttempts(),
    partly: copy.partly,
    [Symbol.asyncDispose]: () => copy[Symbol.asyncDispose](),
  }
}

/** What a test asserts about is its own. */
const AS_IT_IS = { redactor: { text: (text: string) => text } }

/** False for the copy of another client: whoever gets it joins it, and leaves it open. */
export function isCopyChoice(copy: true | CopyChoice | ClientCopy): copy is true | CopyChoice {
  return copy === true || !('changes' in copy)
}
