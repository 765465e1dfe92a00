/**
 * The variables of a container. Their values are handed to the engine's client through its own environment (`--env NAME`), where
 * no list of processes shows them and a line feed does no harm; so a variable that would steer that client cannot be given so.
 */
import { defined, UsageError } from '../../base/index.js'
import type { ServerEnvironment } from '../inherited-environment.js'

/** Arguments of `run` and what the client must have in its environment for them. */
export interface PassedVariables {
  readonly args: readonly string[]
  readonly env: ServerEnvironment
}

export function passVariables(env: ServerEnvironment): PassedVariables {
  const names = Object.keys(env)
  return {
    args: names.map((name) => (PATHS.has(name) ? `--env=${name}=${env[name]}` : `--env=${name}`)),
    env: Object.fromEntries(Object.entries(env).filter(([name]) => !PATHS.has(name))),
  }
}

/** @throws UsageError USAGE; values are not shown */
export function checkVariables(env: ServerEnvironment): void {
  if (typeof env !== 'object' || env === null || Array.isArray(env))
    throw refusedVariable('env', 'it is no object')
  for (const [name, value] of Object.entries(env)) {
    const shown = JSON.stringify(name)
    // Podman takes NAME* for all variables of ours that begin so.
    if (!/^[A-Za-z_][\w.-]*$/.test(name))
      throw refusedVariable(shown, 'its name is not made of letters, digits, "_", "." and "-"')
    if (typeof value !== 'string' || value.includes('\0'))
      throw refusedVariable(shown, 'its value is no text without null characters')
    if (STEERS_CLIENT.test(name))
      throw refusedVariable(
        shown,
        "the engine's own program would be steered by it",
        'set it in the image, by ENV in its Dockerfile',
      )
  }
}

/** They are no secrets, and the client needs its own. */
const PATHS: ReadonlySet<string> = new Set(['PATH', 'HOME', 'TMPDIR'])

const STEERS_CLIENT =
  /^(?:DOCKER_|BUILDKIT_|BUILDX_|BUILDAH_|_?CONTAINERS?_|PODMAN_|STORAGE_|XDG_|LD_|DYLD_|NOTIFY_SOCKET$|REGISTRY_AUTH_FILE$)/

function refusedVariable(what: string, reason: string, hint?: string): UsageError {
  return new UsageError('USAGE', `Cannot give a container the variable ${what}: ${reason}`, {
    ...defined({ hint }),
  })
}
