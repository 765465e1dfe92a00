/** An entry that is a container, in the words of the transport. */
import type { ContainerLaunch } from '../../../config/index.js'
import type { ContainerTarget } from '../../../transport/index.js'

export function containerTarget({ kind: _, cwd, ...launch }: ContainerLaunch): ContainerTarget {
  return { ...launch, ...(cwd === undefined ? {} : { workdir: cwd }) }
}
