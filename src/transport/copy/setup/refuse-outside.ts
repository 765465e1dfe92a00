/** The proof that nothing here can touch the machine's own mounts. It comes before the first mount. */
import { deno } from './deno.js'
import type { SetupPlan } from './plan.js'

/** @throws Error that names what is not proved */
export function refuseOutside({ outside }: SetupPlan): void {
  for (const name of ['user', 'mnt', 'pid'] as const) {
    const noted = outside[name]
    if (!new RegExp(`^${name}:\\[\\d+\\]$`).test(noted))
      throw new Error(`nobody noted the ${name} namespace of the caller`)
    if (deno.readLinkSync(`/proc/self/ns/${name}`) === noted)
      throw new Error(`this is the ${name} namespace of the caller: ${noted}`)
  }
  const [first, , length] = deno.readTextFileSync('/proc/self/uid_map').trim().split(/\s+/)
  if (first !== '0' || length !== '1') throw new Error('this is no user namespace with one user')
  const shared = deno
    .readTextFileSync('/proc/self/mountinfo')
    .split('\n')
    .find((line) => / (?:shared|master):\d/.test(line))
  if (shared !== undefined) throw new Error(`a mount is not private: ${shared.split(' ')[4]}`)
}
