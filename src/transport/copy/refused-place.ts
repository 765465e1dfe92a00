/** Asks this machine what may be behind a refusal. */
import { existsSync, readFileSync } from 'node:fs'
import { release } from 'node:os'
import type { RefusedPlace } from './what-allows.js'

export function refusedPlace(): RefusedPlace {
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
