/** What a server process gets of our environment: an allow-list, so that secrets of ours are not handed to strangers. */
import type { Environment } from '../base/index.js'
import { WINDOWS_VARIABLES } from './inherited-environment.windows.js'

/** What a process is started with. */
export type ServerEnvironment = Readonly<Record<string, string>>

const POSIX_VARIABLES = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER']

/** The allowed part of `environment`. Values that are shell functions (they begin with "()") are left out. */
export function inheritedEnvironment(environment: Environment, platform: NodeJS.Platform): ServerEnvironment {
  const isWindows = platform === 'win32'
  const allowed = new Set(isWindows ? WINDOWS_VARIABLES : POSIX_VARIABLES)
  // Windows ignores the case of names, and its own spelling is "Path".
  const canonical = (name: string) => (isWindows ? name.toUpperCase() : name)
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && allowed.has(canonical(entry[0])) && !entry[1].startsWith('()'),
    ),
  )
}
