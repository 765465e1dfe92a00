/** Servers that read and write files by their paths, and say of them what the official filesystem server does. */
import { isJsonArray, isJsonObject, type JsonObject } from '../../base/index.js'
import { type Law, type RoleCall, type Told, textError, textResult } from '../law.js'
import { editText, parseEdits } from './edit-text.js'
import { fileAct } from './file-acts.js'
import { type FileHistory, type FileNode, type Found, fileHistory, type Listing } from './file-history.js'
import { linesOf } from './lines-of.js'
import { type FilePath, parentOf, parsePath, pathText, relationOf } from './paths.js'

const NO_LINKS = 'no path that was written to is a link to another one'

/**
 * Roles: `read` (path, head, tail), `readSeveral` (paths), `list` (path), `write` (path, text), `edit` (path, edits, dryRun),
 * `make` (path), `move` (path, to). What it cannot tell, such as sizes, times, and searches, it does not answer.
 */
export const fileLaw: Law = {
  supposes: NO_LINKS,
  async answer(call, acts, ask) {
    const history = fileHistory(
      acts.flatMap((act) => fileAct(act) ?? []),
      ask,
    )
    return await answerOf(call, history)
  },
}

async function answerOf({ role, args, says }: RoleCall, history: FileHistory): Promise<Told | undefined> {
  if (role === 'readSeveral') return await readSeveral(args, history)
  const path = parsePath(args.path)
  if (path === undefined) return undefined
  switch (role) {
    case 'read':
      return readReply(path, args, await history.at(path))
    case 'list':
      return listReply(path, await history.at(path), await history.list(path))
    case 'write':
      return (await refusalAt(path, history, 'open')) ?? acknowledged(says, args)
    case 'make':
      return acknowledged(says, args)
    case 'edit':
      return await editReply(path, args, history)
    case 'move':
      return (await moveRefusal(path, args, history)) ?? acknowledged(says, args)
    default:
      return undefined
  }
}

function readReply(
  path: FilePath,
  args: JsonObject,
  { value, isSupposed }: Found<FileNode>,
): Told | undefined {
  if (args.head !== undefined && args.tail !== undefined) return undefined
  if (value.kind === 'absent') return told(noSuchFile('open', path), isSupposed)
  if (value.kind === 'folder')
    return told(textError('EISDIR: illegal operation on a directory, read'), isSupposed)
  const text =
    value.kind === 'file' && value.text !== undefined ? linesOf(value.text, args.head, args.tail) : undefined
  return text === undefined ? undefined : told(textResult(text), isSupposed)
}

async function readSeveral({ paths }: JsonObject, history: FileHistory): Promise<Told | undefined> {
  if (paths === undefined || !isJsonArray(paths) || paths.length === 0) return undefined
  const parts: string[] = []
  let isSupposed = false
  for (const written of paths) {
    const path = parsePath(written)
    const found = path && (await history.at(path))
    if (found?.value.kind !== 'file' || found.value.text === undefined) return undefined
    isSupposed ||= found.isSupposed
    parts.push(`${written as string}:\n${found.value.text}\n`)
  }
  return told(textResult(parts.join('\n---\n')), isSupposed)
}

function listReply(
  path: FilePath,
  node: Found<FileNode>,
  found: Found<Listing> | undefined,
): Told | undefined {
  if (node.value.kind === 'absent') return told(noSuchFile('scandir', path), node.isSupposed)
  if (found === undefined) return undefined
  const { entries, isOrdered } = found.value
  if (!isOrdered && entries.size > MOST_LINES) return undefined
  const lines = [...entries].map(([name, kind]) => `[${kind}] ${name}`)
  const [first, ...others] = isOrdered ? [lines] : ordersOf(lines)
  const outcomeOf = (each: readonly string[] = []) => textResult(each.join('\n'))
  const said = told(outcomeOf(first), found.isSupposed)
  if (others.length === 0) return said
  const sorted = lines.toSorted().join('\n')
  return {
    ...said,
    inventedAt: ['/content'],
    orElse: others.map(outcomeOf),
    isPossible: (value) =>
      isJsonObject(value) &&
      typeof value.content === 'string' &&
      value.content.split('\n').toSorted().join('\n') === sorted,
  }
}

/**
 * As they may come where nobody knows: each line at each place, and both ways round. Of many lines nothing is said.
 */
function ordersOf(lines: readonly string[]): readonly (readonly string[])[] {
  const shifts = lines.map((_, i) => [...lines.slice(i), ...lines.slice(0, i)])
  return lines.length < 3 ? shifts : [...shifts, lines.toReversed()]
}

/** More would take a variant each. */
const MOST_LINES = 12

async function editReply(path: FilePath, args: JsonObject, history: FileHistory): Promise<Told | undefined> {
  const { value, isSupposed } = await history.at(path)
  if (value.kind === 'absent') return told(noSuchFile('open', path), isSupposed)
  const edits = parseEdits(args.edits)
  if (value.kind !== 'file' || value.text === undefined || edits === undefined) return undefined
  const edited = editText(value.text, edits)
  // What it says of a change has its real path in it, which nobody knows.
  if ('text' in edited) return undefined
  return told(textError(`Could not find exact match for edit:\n${edited.unmatched.oldText}`), isSupposed)
}

async function moveRefusal(
  from: FilePath,
  args: JsonObject,
  history: FileHistory,
): Promise<Told | undefined> {
  const to = parsePath(args.to)
  if (to === undefined || relationOf(to, from) !== 'apart') return undefined
  const source = await history.at(from)
  if (source.value.kind === 'absent') return told(noSuchFile('rename', from), source.isSupposed)
  const target = await history.at(to)
  if (target.value.kind !== 'absent' && target.value.kind !== 'unknown')
    return told(textError(`Destination already exists: ${pathText(to)}`), target.isSupposed)
  return await refusalAt(to, history, 'rename')
}

/** Why nothing can be written at a path; undefined where nothing is known that speaks against it. */
async function refusalAt(path: FilePath, history: FileHistory, act: string): Promise<Told | undefined> {
  const parent = parentOf(path)
  const holder = parent && (await history.at(parent))
  if (holder?.value.kind === 'absent') return told(noSuchFile(act, path), holder.isSupposed)
  if (act !== 'open') return undefined
  const { value, isSupposed } = await history.at(path)
  return value.kind === 'folder'
    ? told(textError('EISDIR: illegal operation on a directory, rename'), isSupposed)
    : undefined
}

function noSuchFile(act: string, path: FilePath) {
  return textError(`ENOENT: no such file or directory, ${act} '${pathText(path)}'`)
}

function told(outcome: Told['outcome'], isSupposed: boolean): Told {
  return isSupposed ? { outcome, supposes: NO_LINKS } : { outcome }
}

function acknowledged(says: string | undefined, args: JsonObject): Told | undefined {
  if (says === undefined) return undefined
  const text = says.replace(/\{(\w+)\}/g, (whole, name: string) =>
    typeof args[name] === 'string' ? (args[name] as string) : whole,
  )
  return { outcome: textResult(text), isAssumed: true }
}
