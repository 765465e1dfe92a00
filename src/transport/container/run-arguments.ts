/** The command that runs a container: every value stands in the argument of its option, so that none is read as another option. */

import { passVariables } from './container-environment.js'
import type { ContainerTarget } from './container-target.js'
import type { EngineName } from './engine.js'
import { parseMount } from './mount.js'
import { OWNER_LABEL, ownerOf, PLACE_LABEL, thisPlace } from './owner.js'

export interface RunCommand {
  readonly args: readonly string[]
  /** What the engine's client must have in its environment. */
  readonly env: Readonly<Record<string, string>>
}

/**
 * Standard input stays open (`-i`), an init process reaps and passes on signals (`--init`), the end removes the container (`--rm`).
 * `target` was checked.
 */
export function runCommand(
  name: string,
  image: string,
  target: ContainerTarget,
  engine: EngineName,
): RunCommand {
  const { args = [], env = {}, mounts = [], network, workdir, user } = target
  const variables = passVariables(env)
  return {
    args: [
      ...['run', '--interactive', '--rm', '--init', `--name=${name}`],
      ...[`--label=${PLACE_LABEL}=${thisPlace()}`, `--label=${OWNER_LABEL}=${ownerOf()}`],
      // Podman would hand the proxies of our environment on, with their passwords.
      ...(engine === 'podman' ? ['--http-proxy=false'] : []),
      ...variables.args,
      ...mounts.map(mountArgument),
      ...option('network', network),
      ...option('workdir', workdir),
      ...option('user', user),
      ...(isOnlyHere(image) ? ['--pull=never'] : []),
      image,
      ...args,
    ],
    env: variables.env,
  }
}

/** `--volume` would make a source that is missing. */
function mountArgument(mount: string): string {
  const { source, target, isReadOnly } = parseMount(mount)
  return `--mount=type=bind,source=${source},target=${target}${isReadOnly ? ',readonly' : ''}`
}

/** What was built here, or is named so, is not looked for elsewhere: engines try that again and again. */
function isOnlyHere(image: string): boolean {
  return /^(?:sha256:|localhost\/)/.test(image)
}

function option(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`--${name}=${value}`]
}
