/** Why no copy of the world could be made, as an error. */
import { existsSync, readFileSync } from 'node:fs'
import { release } from 'node:os'
import { TransportError } from '../../base/index.js'
import { type RefusedPlace, whatAllows } from './what-allows.js'

/** An act of the set-up that was refused. */
export interface RefusedAct {
  /** Such as `overlay`, `proc`. */
  readonly act: string
  /** What it was done to: a folder, a device; empty where the act says it. */
  readonly what: string
  readonly why: string
}

/** `said` are the last lines of standard error. */
export function copyRefused({ act, what, why }: RefusedAct, said: readonly string[] = []): TransportError {
  const done = what === '' ? `"${act}"` : `"${act}" of "${what}"`
  return new TransportError(
    'COPY_REFUSED',
    `Cannot make a copy of this machine: ${done} was refused: ${why}`,
    {
      hint: whatAllows(act, `${why}\n${said.join('\n')}`, refusedPlace()),
      evidence: said.slice(-5),
      data: { act, what },
    },
  )
}

/** Asks this machine what may be behind a refusal. */
function refusedPlace(): RefusedPlace {
  return {
    settings: Object.fromEntries(
      SETTINGS.flatMap((name) => {
        const value = readOrNothing(`/proc/sys/${name.replaceAll('.', '/')}`)
        return value === undefined ? [] : [[name, value.trim()]]
      }),
    ),
    isContainer: CONTAINER_MARKS.some((path) => existsSync(path)),
    kernel: release(),
  }
}

const CONTAINER_MARKS = ['/.dockerenv', '/run/.containerenv', '/run/secrets/kubernetes.io']

const SETTINGS = [
  'kernel.apparmor_restrict_unprivileged_userns',
  'kernel.unprivileged_userns_clone',
  'user.max_user_namespaces',
]

function readOrNothing(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // A kernel without this setting.
    return undefined
  }
}
