/** What recorded answers say of files. */
import { isJsonObject } from '../../base/index.js'
import { outcomeValue } from '../../call/index.js'
import type { AskReaders } from '../law.js'
import { type FilePath, pathText } from './paths.js'

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

async function saidOf(role: 'read' | 'list', path: FilePath, ask: AskReaders): Promise<string | undefined> {
  const outcome = await ask(role, { path: pathText(path) })
  const value = outcome?.kind === 'result' ? outcomeValue(outcome) : undefined
  if (typeof value === 'string') return value
  return isJsonObject(value) && typeof value.content === 'string' ? value.content : undefined
}
