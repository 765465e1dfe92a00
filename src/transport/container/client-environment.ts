/** What the engine's client gets of our environment: it is the user's own program, and no container sees what it is steered by. */
import type { Environment } from '../../base/index.js'
import type { ServerEnvironment } from '../inherited-environment.js'

/** A part of the environment of a process; what every server gets (PATH, HOME …) is added by whoever starts the client. */
export function clientEnvironment(environment: Environment): ServerEnvironment {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && CLIENT_VARIABLES.test(entry[0]),
    ),
  )
}

const CLIENT_VARIABLES =
  /^(?:(?:DOCKER|BUILDKIT|BUILDX|BUILDAH|_?CONTAINERS?|PODMAN|STORAGE|XDG)_\w+|SSH_AUTH_SOCK|DBUS_SESSION_BUS_ADDRESS|REGISTRY_AUTH_FILE|TMPDIR|(?:https?|no|all)_proxy)$/i
