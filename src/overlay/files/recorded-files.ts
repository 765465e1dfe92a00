/** What recorded answers say of files. */
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseContainer,
} from '../../base/index.js'
import { outcomeValue } from '../../call/index.js'
import { type AskReaders, textResult } from '../law.js'
import { childOf, type FilePath, parsePath, pathText } from './paths.js'

export type EntryKind = 'FILE' | 'DIR'

/** The text of a file; undefined where nobody said it. */
export async function recordedText(path: FilePath, ask: AskReaders): Promise<string | undefined> {
  return await saidOf('read', path, ask)
}

/** What is in a folder, in the order of the server; undefined where nobody said it. */
export async function listedNames(
  path: FilePath,
  ask: AskReaders,
): Promise<ReadonlyMap<string, EntryKind> | undefined> {
  const text = await saidOf('list', path, ask)
  if (text === undefined) return undefined
  const lines = text === '' ? [] : text.split('\n')
  const entries = lines.flatMap((line): [string, EntryKind][] => {
    const [, kind, name] = /^\[(FILE|DIR)\] (.+)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, kind as EntryKind]]
  })
  // A name that has a line feed in it cannot be told from two.
  return entries.length === lines.length ? new Map(entries) : undefined
}

/** Whether a path is said to be a folder, or something else; undefined where nobody said it. */
export async function recordedKind(path: FilePath, ask: AskReaders): Promise<EntryKind | undefined> {
  const text = await saidOf('info', path, ask)
  const [, isFolder] = /^isDirectory: (true|false)$/m.exec(text ?? '') ?? []
  return isFolder === undefined ? undefined : isFolder === 'true' ? 'DIR' : 'FILE'
}

/** Whether somebody was told that nothing is there: by the words of Node's `fs`, as the official server passes them on. */
export async function isSaidToBeAbsent(path: FilePath, ask: AskReaders): Promise<boolean> {
  for (const role of ['read', 'list', 'info']) {
    const outcome = await ask(role, { path: pathText(path) })
    if (outcome?.kind !== 'tool-error') continue
    const [first] = outcome.content
    if (first?.type === 'text' && NO_SUCH_FILE.test(first.text)) return true
  }
  return false
}

const NO_SUCH_FILE = /^(?:Error: )?ENOENT: no such file or directory, (?:open|scandir|l?stat) '/

/** Who is asked for a file is answered, too, from what was said of several of them at once. */
export async function withRecordedTexts(args: JsonObject, ask: AskReaders): Promise<AskReaders> {
  const { paths = [] } = args
  const text = await textOf('readSeveral', args, ask)
  const texts = isJsonArray(paths) && text !== undefined ? textsOf(text, paths) : undefined
  return texts === undefined ? ask : withTexts('read', texts, ask)
}

/** Undefined where it cannot be told where one ends: what stands between two may stand in one of them too. */
function textsOf(text: string, paths: readonly JsonValue[]): ReadonlyMap<string, string> | undefined {
  const texts = new Map<string, string>()
  let rest = `\n---\n${text}`
  for (const [i, written] of paths.entries()) {
    const path = parsePath(written)
    const begin = `\n---\n${String(written)}:\n`
    if (path === undefined || !rest.startsWith(begin)) return undefined
    const behind = rest.slice(begin.length)
    const next = `\n\n---\n${String(paths[i + 1])}`
    const end = i === paths.length - 1 ? behind.length - 1 : behind.indexOf(next)
    if (end < 0 || (i < paths.length - 1 && behind.includes(next, end + 1))) return undefined
    texts.set(pathText(path), behind.slice(0, end))
    rest = behind.slice(end + 1)
  }
  return texts
}

/** Who is asked for a list is answered, too, from what was said of all that is in a folder. */
export async function withRecordedTree(args: JsonObject, ask: AskReaders): Promise<AskReaders> {
  const path = parsePath(args.path)
  const text = await textOf('tree', args, ask)
  const tree = text === undefined ? undefined : parseContainer(text)
  const lists = new Map<string, string>()
  return path !== undefined && tree !== undefined && addLists(path, tree, lists)
    ? withTexts('list', lists, ask)
    : ask
}

/** False for what is no tree. */
function addLists(path: FilePath, tree: JsonValue | undefined, lists: Map<string, string>): boolean {
  if (tree === undefined || !isJsonArray(tree)) return false
  const lines: string[] = []
  for (const each of tree) {
    if (!isJsonObject(each) || typeof each.name !== 'string') return false
    const isFolder = each.type === 'directory'
    if (isFolder && !addLists(childOf(path, each.name), each.children, lists)) return false
    lines.push(`[${isFolder ? 'DIR' : 'FILE'}] ${each.name}`)
  }
  lists.set(pathText(path), lines.join('\n'))
  return true
}

function withTexts(role: string, texts: ReadonlyMap<string, string>, ask: AskReaders): AskReaders {
  return async (asked, args) => {
    const text = asked === role && typeof args.path === 'string' ? texts.get(args.path) : undefined
    return (await ask(asked, args)) ?? (text === undefined ? undefined : textResult(text))
  }
}

async function saidOf(
  role: 'read' | 'list' | 'info',
  path: FilePath,
  ask: AskReaders,
): Promise<string | undefined> {
  return await textOf(role, { path: pathText(path) }, ask)
}

export async function textOf(role: string, args: JsonObject, ask: AskReaders): Promise<string | undefined> {
  const outcome = await ask(role, args)
  const value = outcome?.kind === 'result' ? outcomeValue(outcome) : undefined
  if (typeof value === 'string') return value
  return isJsonObject(value) && typeof value.content === 'string' ? value.content : undefined
}
