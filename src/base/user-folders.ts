/** Where a user's programs keep what is theirs: XDG Base Directory Specification 0.8, by which a relative path counts as none. */
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { UsageError } from './errors.js'
import { messageOf } from './message-of.js'

/** As `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Absolute. @throws UsageError USAGE where neither the environment nor the system names one */
export function homeFolder({ HOME, USERPROFILE }: Environment): string {
  const named = absolute(HOME) ?? absolute(USERPROFILE)
  if (named !== undefined) return named
  try {
    return homedir()
  } catch (cause) {
    throw new UsageError('USAGE', `Cannot find the home folder of this user: ${messageOf(cause)}`, {
      hint: 'set HOME to an absolute path',
      cause,
    })
  }
}

/** Settings and keys. Absolute. @throws UsageError USAGE as `homeFolder` */
export function configFolder(env: Environment): string {
  return absolute(env.XDG_CONFIG_HOME) ?? join(homeFolder(env), '.config')
}

/** What outlives a start, and is of this machine alone. Absolute. @throws UsageError USAGE as `homeFolder` */
export function stateFolder(env: Environment): string {
  return absolute(env.XDG_STATE_HOME) ?? join(homeFolder(env), '.local', 'state')
}

/** What can be had again. Absolute; undefined where the environment names none: nothing depends on it. */
export function cacheFolder({ XDG_CACHE_HOME, LOCALAPPDATA, HOME }: Environment): string | undefined {
  const home = absolute(HOME)
  return (
    absolute(XDG_CACHE_HOME) ??
    absolute(LOCALAPPDATA) ??
    (home === undefined ? undefined : join(home, '.cache'))
  )
}

function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined
}
