/** What is at a path after some calls: found backwards, from the last call that touched it to what was recorded before all of them. */
import type { AskReaders } from '../law.js'
import { editText } from './edit-text.js'
import type { FileAct } from './file-acts.js'
import { type FilePath, isAlike, nameOf, parentOf, rebase, relationOf } from './paths.js'
import {
  type EntryKind,
  isSaidToBeAbsent,
  listedNames,
  recordedKind,
  recordedText,
} from './recorded-files.js'

export type FileNode =
  | { readonly kind: 'file'; readonly text?: string }
  | { readonly kind: 'folder' }
  | { readonly kind: 'absent' }
  /** There is something: a file or a link. */
  | { readonly kind: 'entry' }
  | { readonly kind: 'unknown' }

/** Something that is known of files. */
export interface Found<Value> {
  readonly value: Value
  /** True where other files were changed since it was known: they are taken to be no links to it. */
  readonly isSupposed: boolean
}

export interface FileHistory {
  at(path: FilePath): Promise<Found<FileNode>>
  /** Undefined where it cannot be told. */
  list(path: FilePath): Promise<Found<Listing> | undefined>
}

export interface Listing {
  readonly entries: ReadonlyMap<string, EntryKind>
  /** Whether the server lists them in this order: of names that were added nobody knows where they come. */
  readonly isOrdered: boolean
}

const UNKNOWN: FileNode = { kind: 'unknown' }
const ABSENT: FileNode = { kind: 'absent' }
const FOLDER: FileNode = { kind: 'folder' }

/** `acts`: the oldest first. */
export function fileHistory(acts: readonly FileAct[], ask: AskReaders): FileHistory {
  return new HistoryOfFiles(acts, ask)
}

class HistoryOfFiles implements FileHistory {
  readonly #acts: readonly FileAct[]
  readonly #ask: AskReaders

  constructor(acts: readonly FileAct[], ask: AskReaders) {
    this.#acts = acts
    this.#ask = ask
  }

  at(path: FilePath): Promise<Found<FileNode>> {
    return this.#nodeAt(path, this.#acts.length)
  }

  list(path: FilePath): Promise<Found<Listing> | undefined> {
    return this.#listingAt(path, this.#acts.length)
  }

  async #nodeAt(path: FilePath, count: number): Promise<Found<FileNode>> {
    const act = this.#acts[count - 1]
    if (act === undefined) return await this.#recordedNode(path)
    const before = (other = path): Promise<Found<FileNode>> => this.#nodeAt(other, count - 1)
    if (act.kind === 'blur') {
      const isApart = act.paths.length > 0 && act.paths.every((each) => relationOf(path, each) === 'apart')
      return isApart ? supposed(await before()) : sure(UNKNOWN)
    }
    const relation = relationOf(path, act.path)
    if (act.kind === 'move') return await movedNode(path, act, before)
    if (relation === 'unclear') return sure(UNKNOWN)
    // To make a folder changes no file, whatever is a link to it.
    if (relation === 'apart') return act.kind === 'make' ? await before() : supposed(await before())
    if (relation === 'above') return sure(FOLDER)
    switch (act.kind) {
      case 'write':
        return sure(relation === 'same' ? { kind: 'file', text: act.text } : UNKNOWN)
      case 'edit':
        return relation === 'same' ? editedNode(await before(), act) : sure(UNKNOWN)
      case 'make': {
        if (relation === 'same') return sure(FOLDER)
        const made = await before(act.path)
        return made.value.kind === 'absent' ? { ...made, value: ABSENT } : await before()
      }
    }
  }

  async #recordedNode(path: FilePath): Promise<Found<FileNode>> {
    const text = await recordedText(path, this.#ask)
    if (text !== undefined) return sure({ kind: 'file', text })
    if ((await listedNames(path, this.#ask)) !== undefined) return sure(FOLDER)
    const parent = parentOf(path)
    const siblings = parent && (await listedNames(parent, this.#ask))
    const kind = siblings?.get(nameOf(path))
    if (kind !== undefined) return sure(kind === 'DIR' ? FOLDER : { kind: 'entry' })
    if (siblings !== undefined)
      return sure([...siblings.keys()].some((name) => isAlike(name, nameOf(path))) ? UNKNOWN : ABSENT)
    const said = await recordedKind(path, this.#ask)
    if (said !== undefined) return sure(said === 'DIR' ? FOLDER : { kind: 'entry' })
    // It may be a link that leads nowhere: then it is in the way of what is to be made there.
    if (await isSaidToBeAbsent(path, this.#ask)) return { value: ABSENT, isSupposed: true }
    const above = parent && (await this.#recordedNode(parent))
    return above?.value.kind === 'absent' ? above : sure(UNKNOWN)
  }

  async #listingAt(path: FilePath, count: number): Promise<Found<Listing> | undefined> {
    const act = this.#acts[count - 1]
    if (act === undefined) {
      const entries = await listedNames(path, this.#ask)
      return entries && sure({ entries, isOrdered: true })
    }
    const before = (other = path): Promise<Found<Listing> | undefined> => this.#listingAt(other, count - 1)
    if (act.kind === 'blur') {
      const isApart = act.paths.length > 0 && act.paths.every((each) => relationOf(path, each) === 'apart')
      return isApart ? supposedListing(await before()) : undefined
    }
    if (act.kind === 'move') return await this.#listingAfterMove(path, act, count)
    const relation = relationOf(path, act.path)
    if (relation === 'unclear') return undefined
    if (relation === 'apart') return supposedListing(await before())
    if (act.kind !== 'make') {
      if (relation !== 'above') return undefined
      return isParent(path, act.path) ? withEntry(await before(), nameOf(act.path), 'FILE') : await before()
    }
    const node = await this.#nodeAt(path, count - 1)
    const own: Found<Listing> | undefined =
      node.value.kind === 'absent' ? { ...node, value: NONE } : await before()
    if (relation === 'below') return node.value.kind === 'absent' ? undefined : own
    return relation === 'same' ? own : withEntry(own, act.path.steps[path.steps.length] as string, 'DIR')
  }

  async #listingAfterMove(
    path: FilePath,
    { path: from, to }: Extract<FileAct, { kind: 'move' }>,
    count: number,
  ): Promise<Found<Listing> | undefined> {
    const [ofSource, ofTarget] = [relationOf(path, from), relationOf(path, to)]
    if (ofSource === 'unclear' || ofTarget === 'unclear') return undefined
    if (ofTarget === 'same' || ofTarget === 'below')
      return await this.#listingAt(rebase(path, to, from), count - 1)
    if (ofSource === 'same' || ofSource === 'below') return undefined
    const before = await this.#listingAt(path, count - 1)
    const isIn = isParent(path, to)
    const kind = isIn ? await this.#kindAt(from, count - 1) : undefined
    if (isIn && kind === undefined) return undefined
    // What is moved may be a link, and then it is what it leads to.
    const left = isParent(path, from)
      ? supposedListing(without(before, nameOf(from)))
      : supposedListing(before)
    return kind === undefined ? left : withEntry(left, nameOf(to), kind)
  }

  async #kindAt(path: FilePath, count: number): Promise<EntryKind | undefined> {
    const { kind } = (await this.#nodeAt(path, count)).value
    if (kind === 'folder') return 'DIR'
    return kind === 'file' ? 'FILE' : undefined
  }
}

async function movedNode(
  path: FilePath,
  { path: from, to }: Extract<FileAct, { kind: 'move' }>,
  before: (other?: FilePath) => Promise<Found<FileNode>>,
): Promise<Found<FileNode>> {
  const [ofSource, ofTarget] = [relationOf(path, from), relationOf(path, to)]
  if (ofSource === 'unclear' || ofTarget === 'unclear') return sure(UNKNOWN)
  if (ofTarget === 'same' || ofTarget === 'below') return await before(rebase(path, to, from))
  if (ofSource === 'same' || ofSource === 'below') return sure(ABSENT)
  if (ofSource === 'above' || ofTarget === 'above') return sure(FOLDER)
  return supposed(await before())
}

const NONE: Listing = { entries: new Map(), isOrdered: true }

function sure<Value>(value: Value): Found<Value> {
  return { value, isSupposed: false }
}

function supposed<Value>({ value }: Found<Value>): Found<Value> {
  return { value, isSupposed: true }
}

function supposedListing(found: Found<Listing> | undefined): Found<Listing> | undefined {
  return found && supposed(found)
}

function editedNode(
  { value, isSupposed }: Found<FileNode>,
  { edits }: Extract<FileAct, { kind: 'edit' }>,
): Found<FileNode> {
  const edited = value.kind === 'file' && value.text !== undefined ? editText(value.text, edits) : undefined
  if (edited === undefined) return { value: { kind: 'file' }, isSupposed }
  return { value: 'text' in edited ? { kind: 'file', text: edited.text } : UNKNOWN, isSupposed }
}

function isParent(path: FilePath, of: FilePath): boolean {
  return of.steps.length === path.steps.length + 1 && relationOf(path, of) === 'above'
}

/** What was there is written anew, or replaced by another file: then it may come at another place of the list. */
function withEntry(
  found: Found<Listing> | undefined,
  name: string,
  kind: EntryKind,
): Found<Listing> | undefined {
  if (found === undefined) return undefined
  const { entries } = found.value
  const known = entries.get(name)
  if (known === undefined && [...entries.keys()].some((each) => isAlike(each, name))) return undefined
  if (known === 'DIR' && kind === 'DIR') return found
  if (known === 'DIR') return undefined
  return { ...found, value: { entries: new Map([...entries, [name, known ?? kind]]), isOrdered: false } }
}

function without(found: Found<Listing> | undefined, name: string): Found<Listing> | undefined {
  if (found?.value.entries.has(name) !== true) return undefined
  const entries = new Map([...found.value.entries].filter(([each]) => each !== name))
  return { ...found, value: { entries, isOrdered: false } }
}
