/** What a server can reach, as its entry tells. */
import { sep } from 'node:path'
import { assertNever } from '../base/index.js'
import type { ServerEntry } from '../config/index.js'
import { type Reach, shareWorld } from '../effects/index.js'
import { parseMount, serverRoots } from '../transport/index.js'

/** Undefined where the entry does not tell: a recording stands in for a server that was started elsewhere. */
export function serverReach({ launch }: ServerEntry): Reach | undefined {
  switch (launch.kind) {
    case 'stdio': {
      const { kind: _, ...command } = launch
      return local(serverRoots({ ...command, baseDir: process.cwd() }))
    }
    case 'http':
      return { kind: 'remote', origin: originOf(launch.url) }
    case 'container':
      return local(serverRoots({ command: '', baseDir: process.cwd(), folders: launch.mounts.map(sourceOf) }))
    case 'cassette':
      return undefined
    default:
      return assertNever(launch)
  }
}

/** The names of the others of which one may see what the server changes. */
export function serversBeside(entry: ServerEntry, all: readonly ServerEntry[]): readonly string[] {
  const reach = serverReach(entry)
  return all
    .filter((other) => other.name !== entry.name && shareWorld(reach, serverReach(other)))
    .map(({ name }) => name)
}

/** An address that is none is refused when it is connected to. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url
}

function sourceOf(mount: string): string {
  return parseMount(mount).source
}

function local(roots: readonly string[]): Reach {
  return { kind: 'local', roots: roots.map((root) => root.split(sep).join('/')) }
}
