/** Which server a resource belongs to, as far as that is known without asking. */
import type { JsonValue } from '../../base/index.js'

export interface ResourceOwners {
  /** Remembers what a server has listed, or read. */
  learn(server: string, uris: readonly (JsonValue | undefined)[]): void
  /** Takes the templates of a server in place of those that it had. */
  learnTemplates(server: string, templates: readonly (JsonValue | undefined)[]): void
  /** Undefined for what nobody has listed. */
  find(uri: string): string | undefined
}

/** `servers` decide who is meant where two have what fits: the first. */
export function createResourceOwners(servers: readonly string[]): ResourceOwners {
  const owners = new Map<string, string>()
  const templates = new Map<string, readonly string[]>()

  return {
    learn(server, uris) {
      for (const uri of uris) if (typeof uri === 'string' && !owners.has(uri)) owners.set(uri, server)
      // Those of long ago are found again by asking.
      for (const uri of owners.keys()) {
        if (owners.size <= MAX_REMEMBERED) break
        owners.delete(uri)
      }
    },
    learnTemplates(server, listed) {
      templates.set(
        server,
        listed.filter((template) => typeof template === 'string'),
      )
    },
    find(uri) {
      const owner = owners.get(uri)
      if (owner !== undefined) return owner
      // A template is its own URI where its variables are completed.
      return servers.find((server) => templates.get(server)?.some((each) => each === uri || fits(each, uri)))
    },
  }
}

const MAX_REMEMBERED = 10_000

/** Whether a URI has the fixed parts of a template, in their order: templates and URIs come from strangers, so nothing is tried twice. */
function fits(template: string, uri: string): boolean {
  const parts = template.split(/\{[^{}]*\}/)
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return false
  if (!uri.startsWith(first) || !uri.endsWith(last)) return false
  let from = first.length
  for (const part of rest) {
    const at = uri.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return from <= uri.length - last.length
}
