/** An entry that is a container, in the words of the transport. */
import { defined } from '../base/index.js'
import type { ContainerLaunch } from '../config/index.js'
import type { ContainerTarget } from '../transport/index.js'

export function containerTarget({ kind: _, cwd, ...launch }: ContainerLaunch): ContainerTarget {
  return { ...launch, ...defined({ workdir: cwd }) }
}
