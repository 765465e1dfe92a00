/** A file that names a gateway among the servers of that gateway: each would start the next one, without end. */
import { resolve } from 'node:path'
import type { ServerEntry } from '../../config/index.js'

/** Whether the entry starts a gateway in front of the servers of this very file. `file` is absolute. */
export function startsItself({ launch }: ServerEntry, file: string, cwd: string): boolean {
  if (launch.kind !== 'stdio') return false
  const { args, cwd: own = cwd } = launch
  const ofGateway = args.slice(args.indexOf('gateway'))
  if (ofGateway[0] !== 'gateway') return false
  return ofGateway.some((arg, at) => {
    const config = arg.startsWith('--config=') ? arg.slice('--config='.length) : ofGateway[at + 1]
    return /^--config(=|$)/.test(arg) && config !== undefined && resolve(own, config) === file
  })
}
