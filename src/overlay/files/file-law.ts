/** Servers that read and write files by their paths, and say of them what the official filesystem server does. */
import { isJsonArray, type JsonObject } from '../../base/index.js'
import { type Law, type RoleCall, type Told, textError, textResult } from '../law.js'
import { editText, parseEdits } from './edit-text.js'
import { fileAct } from './file-acts.js'
import { type FileHistory, type FileNode, type Found, fileHistory } from './file-history.js'
import { listReply, treeReply } from './folder-replies.js'
import { infoReply } from './info-reply.js'
import { linesOf } from './lines-of.js'
import { NO_LINKS, noSuchFile, told } from './link-free.js'
import { type FilePath, parentOf, parsePath, pathText, relationOf } from './paths.js'
import { withRecordedTexts, withRecordedTree } from './recorded-files.js'
import { searchReply } from './search-reply.js'

/**
 * Roles: `read` (path, head, tail), `readSeveral` (paths), `list` (path), `tree` (path, excludePatterns), `search` (path, pattern,
 * excludePatterns), `info` (path), `write` (path, text), `edit` (path, edits, dryRun), `make` (path), `move` (path, to). What it cannot tell, such as
 * times, it does not answer, or invents.
 */
export const fileLaw: Law = {
  supposes: NO_LINKS,
  async answer(call, acts, ask) {
    const { role, args } = call
    const done = acts.flatMap((act) => fileAct(act) ?? [])
    switch (role) {
      case 'readSeveral':
        return await readSeveral(args, fileHistory(done, await withRecordedTexts(args, ask)))
      case 'tree':
        return await treeReply(args, fileHistory(done, await withRecordedTree(args, ask)))
      case 'search':
        return await searchReply(args, done, ask)
      default:
        return await answerOf(call, fileHistory(done, ask))
    }
  },
}

async function answerOf({ role, args, says }: RoleCall, history: FileHistory): Promise<Told | undefined> {
  const path = parsePath(args.path)
  if (path === undefined) return undefined
  switch (role) {
    case 'read':
      return readReply(path, args, await history.at(path))
    case 'info':
      return infoReply(path, await history.at(path))
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

function acknowledged(says: string | undefined, args: JsonObject): Told | undefined {
  if (says === undefined) return undefined
  const text = says.replace(/\{(\w+)\}/g, (whole, name: string) =>
    typeof args[name] === 'string' ? (args[name] as string) : whole,
  )
  return { outcome: textResult(text), isAssumed: true }
}
