/** What the official filesystem server says of folders: what is in one, and the tree below it. */
import {
  byText,
  defined,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseContainer,
} from '../../base/index.js'
import { type Told, textResult } from '../law.js'
import type { FileHistory, FileNode, Found, Listing } from './file-history.js'
import { noSuchFile, told } from './link-free.js'
import { childOf, type FilePath, parsePath } from './paths.js'

export function listReply(
  path: FilePath,
  node: Found<FileNode>,
  found: Found<Listing> | undefined,
): Told | undefined {
  if (node.value.kind === 'absent') return told(noSuchFile('scandir', path), node.isSupposed)
  if (found === undefined) return undefined
  const { entries, isOrdered } = found.value
  const lines = [...entries].map(([name, kind]) => `[${kind}] ${name}`)
  const orders = isOrdered ? [lines] : ordersOf(lines)
  return (
    orders &&
    inAnyOrder(
      orders.map((each) => each.join('\n')),
      found.isSupposed,
      sortedLines,
    )
  )
}

/** Of entries that are left out by a pattern nothing is said. */
export async function treeReply(args: JsonObject, history: FileHistory): Promise<Told | undefined> {
  const path = parsePath(args.path)
  const { excludePatterns: left = [] } = args
  if (path === undefined || !isJsonArray(left) || left.length > 0) return undefined
  const node = await history.at(path)
  if (node.value.kind === 'absent') return told(noSuchFile('scandir', path), node.isSupposed)
  const tree = await treeAt(path, history, { left: MOST_ENTRIES })
  if (tree === undefined) return undefined
  const texts = Array.from({ length: countOrders(tree) }, (_, n) =>
    JSON.stringify(shownTree(tree, n), null, 2),
  )
  return inAnyOrder(texts, tree.isSupposed, (said) => {
    const parsed = parseContainer(said)
    return parsed === undefined ? undefined : JSON.stringify(sortedTree(parsed))
  })
}

/**
 * The first of the texts, one of the others, or any that is the same once its parts are put in order.
 *
 * @param sorted undefined for a text of another kind
 */
export function inAnyOrder(
  [first = '', ...others]: readonly string[],
  isSupposed: boolean,
  sorted: (text: string) => string | undefined,
): Told {
  const said = told(textResult(first), isSupposed)
  if (others.length === 0) return said
  const wanted = sorted(first)
  return {
    ...said,
    inventedAt: ['/content'],
    orElse: others.map(textResult),
    isPossible: (value) =>
      isJsonObject(value) && typeof value.content === 'string' && sorted(value.content) === wanted,
  }
}

export function sortedLines(text: string): string {
  return text.split('\n').toSorted().join('\n')
}

/**
 * As they may come where nobody knows: each at each place, and both ways round. Undefined for so many that it would take too many variants.
 */
export function ordersOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] | undefined {
  if (items.length > MOST_IN_ANY_ORDER) return undefined
  const shifts = items.map((_, i) => [...items.slice(i), ...items.slice(0, i)])
  return items.length < 3 ? shifts : [...shifts, items.toReversed()]
}

const MOST_IN_ANY_ORDER = 12

/** What stands in a folder: in each order that it may come in. */
interface Tree {
  readonly orders: readonly (readonly Branch[])[]
  readonly isSupposed: boolean
}

interface Branch {
  readonly name: string
  /** Absent for a file. */
  readonly tree?: Tree
}

const MOST_ENTRIES = 200

async function treeAt(
  path: FilePath,
  history: FileHistory,
  room: { left: number },
): Promise<Tree | undefined> {
  const found = await history.list(path)
  if (found === undefined) return undefined
  const { entries, isOrdered } = found.value
  room.left -= entries.size
  if (room.left < 0) return undefined
  const branches: Branch[] = []
  let { isSupposed } = found
  for (const [name, kind] of entries) {
    const tree = kind === 'DIR' ? await treeAt(childOf(path, name), history, room) : undefined
    if (kind === 'DIR' && tree === undefined) return undefined
    isSupposed ||= tree?.isSupposed === true
    branches.push({ name, ...defined({ tree }) })
  }
  const orders = isOrdered ? [branches] : ordersOf(branches)
  return orders && { orders: orders.length === 0 ? [[]] : orders, isSupposed }
}

function countOrders({ orders }: Tree): number {
  const below = (orders[0] ?? []).map(({ tree }) => (tree === undefined ? 1 : countOrders(tree)))
  return Math.max(orders.length, ...below)
}

/** In its order of a number, and all that is below it too. */
function shownTree({ orders }: Tree, n: number): readonly JsonObject[] {
  return (orders[n % orders.length] ?? []).map(({ name, tree }) =>
    tree === undefined ? { name, type: 'file' } : { name, type: 'directory', children: shownTree(tree, n) },
  )
}

function sortedTree(value: JsonValue): JsonValue {
  if (isJsonArray(value))
    return value.map(sortedTree).toSorted((a, b) => byText(JSON.stringify(a), JSON.stringify(b)))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, sortedTree(inner)]))
}
