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
  /** Takes everything that a server has in place of what it had. What is shown hangs on what all servers have. */
  learn(server: string, names: readonly string[]): void
  /**
   * What clients mean by a name, whether or not it was listed; undefined when nobody can know.
   * @throws UsageError USAGE when several servers have it
   */
  find(shown: string): Named | undefined
}

/**
 * Each name stands behind the name of its server: `files__read`. Where that would read as the name of something of another server, as
 * `b__c` of `a` beside a server `a__b`, an underscore more stands between the two: `a___b__c`.
 * @throws UsageError USAGE for servers that nobody could tell apart
 */
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

  function readsAsOther(prefix: string, name: string): boolean {
    const shown = `${prefix}${name.replace(/^_+/, '')}`
    return longestFirst.some(([other]) => other.length > prefix.length && shown.startsWith(other))
  }

  return {
    shown({ server, name }) {
      const prefix = prefixOf.get(server) ?? ''
      return readsAsOther(prefix, name) ? `${prefix}_${name}` : `${prefix}${name}`
    },
    learn: () => undefined,
    find(shown) {
      for (const [prefix, server] of longestFirst)
        if (shown.startsWith(prefix)) {
          const rest = shown.slice(prefix.length)
          return { server, name: rest.startsWith('_') && readsAsOther(prefix, rest) ? rest.slice(1) : rest }
        }
      return undefined
    },
  }
}

/**
 * Each name as the server has it; one that several servers have stands behind the name of each, as in `prefixedNames`. A single server
 * is asked for all names, of several those that they have listed.
 */
export function plainNames(servers: readonly string[], what: 'tool' | 'prompt'): Names {
  const [only] = servers
  const isAlone = servers.length === 1
  const owners = new Map<string, Set<string>>()
  let known: Names | undefined
  // Only where a name is shared: servers that cannot be told apart by prefixes may have no such name.
  const prefixed = (): Names => {
    known ??= prefixedNames(servers)
    return known
  }
  const ownersOf = (name: string): readonly string[] => [...(owners.get(name) ?? [])]

  return {
    shown: (named) => (ownersOf(named.name).length > 1 ? prefixed().shown(named) : named.name),
    learn(server, names) {
      for (const [name, having] of owners) if (having.delete(server) && having.size === 0) owners.delete(name)
      for (const name of names) owners.set(name, (owners.get(name) ?? new Set()).add(server))
    },
    find(shown) {
      if (isAlone && only !== undefined) return { server: only, name: shown }
      const [server, ...others] = ownersOf(shown)
      if (server !== undefined && others.length === 0) return { server, name: shown }
      if (server !== undefined) throw shared(shown, [server, ...others])
      if (![...owners.values()].some(({ size }) => size > 1)) return undefined
      const meant = prefixed().find(shown)
      return meant !== undefined && ownersOf(meant.name).length > 1 ? meant : undefined
    },
  }

  function shared(name: string, having: readonly string[]): UsageError {
    const [one, other] = having
    const choices = having.map((server) => `"${prefixed().shown({ server, name })}"`)
    return new UsageError(
      'USAGE',
      `Cannot tell servers "${one}" and "${other}" apart: both have a ${what} "${name}"`,
      { hint: `name one of them: ${choices.join(', ')}` },
    )
  }
}

/** What hosts refuse in the name of a tool. */
const UNUSUAL = /[^A-Za-z0-9_.-]/g
