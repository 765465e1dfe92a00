/** Which reads would tell whether a call in doubt took effect. */
import type { JsonObject } from '../../base/index.js'
import { parseToolRef, type ToolRef } from '../../call/index.js'
import type { Effects } from '../../effects/index.js'
import type { ToolRegistry } from '../../registry/index.js'

export interface SettlingRead {
  readonly tool: ToolRef
  readonly arguments: JsonObject
}

/**
 * Reads of the same server that take what the call was given, those that take most of it first. It is a proposal: only a person knows what
 * the answer means, and one of several calls alike is settled by counting.
 */
export function settlingReads(
  tool: string,
  args: JsonObject,
  { registry, effects }: { readonly registry: ToolRegistry; readonly effects: Effects },
): readonly SettlingRead[] {
  const server = parseToolRef(tool)?.server
  return registry.tools
    .filter(
      (each) =>
        each.server === server && effects.claimOf({ server: each.server, tool: each.name }).effect === 'read',
    )
    .flatMap(({ ref, definition }) => {
      const { properties, required } = membersOf(definition.inputSchema)
      const taken = Object.fromEntries(Object.entries(args).filter(([name]) => properties.has(name)))
      return required.every((name) => Object.hasOwn(taken, name)) ? [{ tool: ref, arguments: taken }] : []
    })
    .sort((a, b) => Object.keys(b.arguments).length - Object.keys(a.arguments).length)
    .slice(0, MOST_READS)
}

function membersOf(schema: { readonly [name: string]: unknown }) {
  const { properties, required } = schema
  return {
    properties: new Set(typeof properties === 'object' && properties !== null ? Object.keys(properties) : []),
    required: Array.isArray(required) ? required.map(String) : [],
  }
}

const MOST_READS = 3
