/** Which servers can be copied, and which folders they need. */
import { existsSync, realpathSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { assertNever } from '../base/index.js'
import type { ServerEntry, StdioLaunch } from '../config/index.js'
import type { ConnectEntryOptions } from '../launch/index.js'
import type { ServerTools } from '../registry/index.js'
import type { SessionOptions } from '../session/index.js'
import { lookupHere, whyNotCopied } from '../transport/copy/index.js'
import { isInside, serverRoots } from '../transport/index.js'
import type { CopyOptions } from './create-copy.js'

/** What the settings say of one server. */
export interface CopySettings {
  readonly copy?: boolean
  readonly folders?: readonly string[]
  readonly memory?: boolean
  readonly network?: 'ignored'
}

/** A server that can be started in a copy. */
export interface CopyCandidate {
  readonly entry: ServerEntry & { readonly launch: StdioLaunch }
  readonly settings: CopySettings
  /** Folders and files that it was given: absolute, links resolved, all of them there. */
  readonly roots: readonly string[]
}

export interface CopyPlan {
  readonly candidates: readonly CopyCandidate[]
  readonly notCopied: readonly NotCopiedServer[]
}

/** `why`: the end of a sentence. */
export interface NotCopiedServer {
  readonly server: string
  readonly why: string
  /** What it said when it did not start: a heading and lines. */
  readonly evidence?: readonly string[]
}

/** Decided by commands and settings; nothing is started. `baseDir`: where relative paths start. */
export function planCopies(
  entries: readonly ServerEntry[],
  settingsOf: (server: string) => CopySettings,
  baseDir: string,
): CopyPlan {
  const candidates: CopyCandidate[] = []
  const notCopied: NotCopiedServer[] = []
  for (const entry of entries) {
    const planned = planCopy(entry, settingsOf(entry.name), baseDir)
    if (!('reason' in planned)) candidates.push(planned)
    else {
      const { reason, hint } = planned
      notCopied.push({ server: entry.name, why: hint === undefined ? reason : `${reason}: ${hint}` })
    }
  }
  return { candidates, notCopied }
}

/** `reason`: the end of a sentence; `hint`: what to do about it. */
export interface CopyRefusal {
  readonly reason: string
  readonly hint?: string
}

/** The same for one server. */
export function planCopy(
  entry: ServerEntry,
  settings: CopySettings,
  baseDir: string,
): CopyCandidate | CopyRefusal {
  const { launch } = entry
  if (launch.kind !== 'stdio') return { reason: whyNotStartedHere(launch) }
  const refusal = whyNotCopied({ ...launch, ...copyOf(settings) }, lookupHere())
  if (refusal !== undefined) return refusal
  return { entry: { ...entry, launch }, settings, roots: rootsOf(launch, settings, baseDir) }
}

function copyOf({ copy }: CopySettings): Pick<CopySettings, 'copy'> {
  return copy === undefined ? {} : { copy }
}

function whyNotStartedHere(launch: Exclude<ServerEntry['launch'], StdioLaunch>): string {
  switch (launch.kind) {
    case 'http':
      return 'it is reached by a URL'
    case 'container':
      return 'it is a container'
    case 'cassette':
      return 'a recording stands in for it'
    default:
      return assertNever(launch)
  }
}

/** The working folder is the root of a server that was given none. */
function rootsOf(
  { command, args, env, cwd }: StdioLaunch,
  { folders = [] }: CopySettings,
  baseDir: string,
): readonly string[] {
  const given = { command, args, env, baseDir, folders, ...(cwd === undefined ? {} : { cwd }) }
  const named = serverRoots(given).filter((root) => existsSync(root))
  return named.length > 0 ? named : workingFolder(cwd ?? baseDir)
}

/** None where it is no project: all that a user has, or holds for a while, is not copied for one server. */
function workingFolder(folder: string): readonly string[] {
  const real = existsSync(folder) ? realpathSync(folder) : undefined
  if (real === undefined) return []
  const isTooMuch = ['/', homedir(), tmpdir(), '/tmp', '/var/tmp'].some(
    (large) => existsSync(large) && (realpathSync(large) === real || isInside(realpathSync(large), real)),
  )
  return isTooMuch ? [] : [real]
}

/** What copied servers are started with. */
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
  /**
   * Told of a server once it has listed its tools in a copy, while others still start there. Undefined: it is better asked for them outside,
   * as it is not copied, did not start, or lists in doubt. Must not throw.
   */
  readonly onListed?: (server: string, tools: ServerTools | undefined) => void
  readonly copy?: Omit<CopyOptions, 'roots'>
  /** Is told the first time that something in a copy tried to reach out: what comes after it may be no answer. */
  readonly onNetworkAttempt?: () => void
  readonly signal?: AbortSignal
}
