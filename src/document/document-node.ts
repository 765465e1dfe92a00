/** A parsed document whose every part knows where it stands. */
import type { JsonObject, JsonValue } from '../base/index.js'

export type DocumentNode = ScalarNode | ListNode | MapNode

export interface ScalarNode {
  readonly kind: 'scalar'
  readonly value: string | number | boolean | null
  /** Where it begins in the text. */
  readonly offset: number
}
export interface ListNode {
  readonly kind: 'list'
  readonly items: readonly DocumentNode[]
  readonly offset: number
}
export interface MapNode {
  readonly kind: 'map'
  /** As written: a key that is written twice is here twice. */
  readonly members: readonly MemberNode[]
  readonly offset: number
}
export interface MemberNode {
  readonly key: string
  readonly offset: number
  readonly value: DocumentNode
}

/** The value of a member; the last one when the key is written twice, as JSON.parse reads it. */
export function memberOf(map: MapNode, key: string): DocumentNode | undefined {
  return map.members.findLast((member) => member.key === key)?.value
}

/** The plain JSON value of a map. Every key becomes an own property, `__proto__` too. */
export function jsonObjectOf(map: MapNode): JsonObject {
  return Object.fromEntries(map.members.map(({ key, value }) => [key, jsonOf(value)]))
}

/** The plain JSON value of a node. */
export function jsonOf(node: DocumentNode): JsonValue {
  switch (node.kind) {
    case 'scalar':
      return node.value
    case 'list':
      return node.items.map(jsonOf)
    case 'map':
      return jsonObjectOf(node)
  }
}

/** What a node is, in words for an error: `a list`, `a string`, `null`. */
export function describeNode(node: DocumentNode): string {
  if (node.kind !== 'scalar') return node.kind === 'list' ? 'a list' : 'an object'
  return node.value === null ? 'null' : `a ${typeof node.value}`
}

/** The members whose key stands in the same map before, at every depth, in the order of the text. */
export function repeatedMembers(node: DocumentNode): MemberNode[] {
  const repeated: MemberNode[] = []
  collectRepeated(node, repeated)
  return repeated
}

function collectRepeated(node: DocumentNode, repeated: MemberNode[]): void {
  if (node.kind === 'list') for (const item of node.items) collectRepeated(item, repeated)
  if (node.kind !== 'map') return
  const seen = new Set<string>()
  for (const member of node.members) {
    if (seen.has(member.key)) repeated.push(member)
    seen.add(member.key)
    collectRepeated(member.value, repeated)
  }
}
