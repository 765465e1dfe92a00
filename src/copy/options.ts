/** What copied servers are started with. */
import type { ConnectEntryOptions } from '../launch/index.js'
import type { SessionOptions } from '../session/index.js'
import type { CopySettings } from './copy-plan.js'
import type { CopyOptions } from './create-copy.js'

export interface CopyServersOptions {
  /** What its settings say of a server. Default: nothing of any. */
  readonly settingsOf?: (server: string) => CopySettings
  /** Where relative paths start, and what paths are told from. Default: the current folder. */
  readonly baseDir?: string
  /** How the session with a server is opened, in the copy of that number, from 1. Default: as every other one of this package. */
  readonly session?: (
    server: string,
    copy: number,
  ) => SessionOptions & Pick<ConnectEntryOptions, 'tap' | 'marks'>
  /** Told of the folders and files that will be copied, before any is. Must not throw. */
  readonly onRoots?: (roots: readonly string[]) => void
  readonly copy?: Omit<CopyOptions, 'roots'>
  /** Is told the first time that something in a copy tried to reach out: what comes after it may be no answer. */
  readonly onNetworkAttempt?: () => void
  readonly signal?: AbortSignal
}
