/** What the tools, or the prompts, of many servers are called by clients of the gateway. */
import { UsageError } from '../../base/index.js'

/** Something of a server, by the server's own name for it. */
export interface Named {
  readonly server: string
  readonly name: string
}

/** Nothing needs closing. */
export interface Names {
  /** What clients call it. */
  shown(named: Named): string
  /** Takes everything that a server has in place of what it had. */
  learn(server: string, names: readonly string[]): void
  /**
   * What clients mean by a name, whether or not it was listed; undefined when nobody can know.
   * @throws UsageError USAGE when two servers have it
   */
  find(shown: string): Named | undefined
  /** The first name that two servers have, as a sentence that refuses to go on. */
  conflict(): UsageError | undefined
}

/** Each name stands behind the name of its server: `files__read`. @throws UsageError USAGE for servers that nobody could tell apart */
export function prefixedNames(servers: readonly string[]): Names {
  const prefixes = new Map<string, string>()
  for (const server of servers) {
    const prefix = `${server.replaceAll(UNUSUAL, '_')}__`
    const other = prefixes.get(prefix)
    if (other !== undefined)
      throw new UsageError(
        'USAGE',
        `Cannot name the tools of servers "${other}" and "${server}": both would start with "${prefix}"`,
        { hint: 'rename one of them in the config' },
      )
    prefixes.set(prefix, server)
  }
  const prefixOf = new Map([...prefixes].map(([prefix, server]) => [server, prefix]))
  // "a__b" is meant before "a", whose tools could be named "b__…".
  const longestFirst = [...prefixes].sort(([a], [b]) => b.length - a.length)
  return {
    shown: ({ server, name }) => `${prefixOf.get(server) ?? ''}${name}`,
    learn: () => undefined,
    find(shown) {
      for (const [prefix, server] of longestFirst)
        if (shown.startsWith(prefix)) return { server, name: shown.slice(prefix.length) }
      return undefined
    },
    conflict: () => undefined,
  }
}

/** Each name as the server has it. A single server is asked for all names, of several those that they have listed. */
export function plainNames(servers: readonly string[], what: 'tool' | 'prompt'): Names {
  const [only] = servers
  const isAlone = servers.length === 1
  const owners = new Map<string, Set<string>>()

  function refuseIfShared(name: string, servers: ReadonlySet<string>): UsageError | undefined {
    if (servers.size < 2) return undefined
    const [one, other] = servers
    return new UsageError(
      'USAGE',
      `Cannot tell servers "${one}" and "${other}" apart: both have a ${what} "${name}"`,
      {
        hint: 'let the gateway put the name of the server before each name',
      },
    )
  }

  return {
    shown: ({ name }) => name,
    learn(server, names) {
      for (const [name, having] of owners) if (having.delete(server) && having.size === 0) owners.delete(name)
      for (const name of names) owners.set(name, (owners.get(name) ?? new Set()).add(server))
    },
    find(name) {
      if (isAlone && only !== undefined) return { server: only, name }
      const having = owners.get(name)
      if (having === undefined) return undefined
      const problem = refuseIfShared(name, having)
      if (problem !== undefined) throw problem
      const [server] = having
      return server === undefined ? undefined : { server, name }
    },
    conflict() {
      for (const [name, having] of owners) {
        const problem = refuseIfShared(name, having)
        if (problem !== undefined) return problem
      }
      return undefined
    },
  }
}

/** What hosts refuse in the name of a tool. */
const UNUSUAL = /[^A-Za-z0-9_.-]/g
