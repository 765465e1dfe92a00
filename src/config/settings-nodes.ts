/** What all of the settings file is read with: nodes of a known kind, or a refusal at their position. */
import { shorten } from '../base/index.js'
import { type DocumentNode, describeNode, type MapNode, memberOf } from '../document/index.js'

/** Throws at the position of a node. */
export type Refuse = (node: { readonly offset: number }, problem: string) => never

/** Members by key, of which none may be another than the known ones. */
export function membersOf<Key extends string>(
  node: DocumentNode,
  what: string,
  known: readonly Key[],
  refuse: Refuse,
): { readonly [K in Key]?: DocumentNode } {
  const map = mapOf(node, what, refuse)
  const keys: readonly string[] = known
  const unknown = map.members.find(({ key }) => !keys.includes(key))
  if (unknown !== undefined)
    return refuse(unknown, `unknown key "${unknown.key}": ${what} has ${known.join(', ')}`)
  const present = known.flatMap((key) => {
    const value = memberOf(map, key)
    return value === undefined ? [] : [[key, value] as const]
  })
  // Every key is one of `known`; the library's type forgets which.
  return Object.fromEntries(present) as { readonly [K in Key]?: DocumentNode }
}

export function mapOf(node: DocumentNode, what: string, refuse: Refuse): MapNode {
  return node.kind === 'map' ? node : refuse(node, `${what} is an object, not ${describeNode(node)}`)
}

export type ReadText = (text: string, item: DocumentNode) => string

export function readTexts(
  node: DocumentNode,
  what: string,
  refuse: Refuse,
  read: ReadText,
): readonly string[] {
  if (node.kind !== 'list') return refuse(node, `${what} is a list of strings, not ${describeNode(node)}`)
  return node.items.map((item) =>
    item.kind === 'scalar' && typeof item.value === 'string'
      ? read(item.value, item)
      : refuse(item, `${what} is a list of strings, and this is ${describeNode(item)}`),
  )
}

/** The end of a sentence that says what was wanted. */
export function found(node: DocumentNode): string {
  const text = node.kind === 'scalar' ? node.value : undefined
  return `not ${typeof text === 'string' ? JSON.stringify(shorten(text, 60)) : describeNode(node)}`
}
