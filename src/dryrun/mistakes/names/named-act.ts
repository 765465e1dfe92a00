/**
 * What a call does to what, by the name of its tool and of its arguments. Names prove nothing: this makes a suspicion, never a verdict,
 * and nobody asks it for an effect.
 */
import { isJsonObject, type JsonValue } from '../../../base/index.js'
import type { ToolCall } from '../../../call/index.js'

/**
 * `makes`: what was not there; `writes`: there afterwards, whatever was before; `adds`: to something that is there; `restores`: there again; `takes`: what is
 * there, and goes on with it; `looks`: asks what there is, or whether.
 */
export type ActKind =
  | 'makes'
  | 'writes'
  | 'adds'
  | 'restores'
  | 'copies'
  | 'moves'
  | 'removes'
  | 'edits'
  | 'reads'
  | 'takes'
  | 'looks'
  | 'other'

/** A text in the arguments that names something. */
export interface Named {
  /** Of the argument, or of the member of an item of it. */
  readonly argument: string
  readonly text: string
  /** `own`: what the act is done to; `target`: what is there after a move or a copy; `other`: what it is done with. */
  readonly as: 'own' | 'target' | 'other'
}

export interface NamedAct {
  readonly kind: ActKind
  /** Words of what the tool is about, each as one of its kind: `entity` of `create_entities`. */
  readonly about: readonly string[]
  readonly named: readonly Named[]
}

export function namedAct({ tool, arguments: args = {} }: Pick<ToolCall, 'tool' | 'arguments'>): NamedAct {
  const words = wordsOf(tool)
  const at = words.findIndex((word) => KINDS.has(word))
  const said = at === -1 ? MODES.map((name) => args[name]).find((mode) => KINDS.has(String(mode))) : words[at]
  const kind = KINDS.get(String(said)) ?? 'other'
  const after = words.slice(at + 1).filter((word) => !KINDS.has(word) && !SMALL.has(word))
  const about = (after.length > 0 ? after : at === -1 ? words : []).map(oneOf)
  return { kind, about, named: namedIn(args, kind, about) }
}

/** Whether the names of an argument and of what another tool is about, or of an argument of it, have to do with each other. */
export function isAbout(argument: string, words: readonly string[]): boolean {
  const own = onesOf(argument)
  return own.some((word) => GENERIC.has(word) || words.includes(word))
}

export function isPathName(argument: string): boolean {
  return onesOf(argument).some((word) => PATHS.has(word))
}

function namedIn(args: JsonValue, kind: ActKind, about: readonly string[]): readonly Named[] {
  const texts = textsIn(args).filter(
    ({ text }) => text !== '' && text.length <= LONGEST && !text.includes('\n'),
  )
  const isMeant = ({ argument }: Text): boolean => {
    const words = onesOf(argument)
    const last = words.at(-1) ?? ''
    return words.some((word) => about.includes(word)) && (about.includes(last) || GENERIC.has(last))
  }
  const hasMeant = texts.some(isMeant)
  const isOfFiles = about.every((word) => FILES.has(word))
  const isOwn = (text: Text): boolean => {
    if (hasMeant) return isMeant(text)
    const words = onesOf(text.argument)
    if (isPathName(text.argument)) return isOfFiles
    return words.every((word) => OWN.has(word)) || (!LEAVES_NEW.has(kind) && words.join() === 'id')
  }
  return texts.flatMap((text): readonly Named[] => {
    if (kind === 'moves' || kind === 'copies') {
      const words = wordsOf(text.argument)
      if (words.some((word) => TARGETS.has(word))) return [{ ...text, as: 'target' }]
      if (words.some((word) => SOURCES.has(word))) return [{ ...text, as: 'own' }]
    }
    return [{ ...text, as: isOwn(text) ? 'own' : 'other' }]
  })
}

/** The id that such a call is given is mostly that of what it goes to. */
const LEAVES_NEW: ReadonlySet<ActKind> = new Set(['makes', 'writes', 'adds'])

type Text = Pick<Named, 'argument' | 'text'>

function textsIn(value: JsonValue | undefined, argument = ''): readonly Text[] {
  if (typeof value === 'string') return argument === '' ? [] : [{ argument, text: value }]
  if (Array.isArray(value))
    return value.slice(0, MOST_ITEMS).flatMap((each: JsonValue) => textsIn(each, argument))
  if (value === undefined || !isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, name))
}

const MOST_NAMES = 1_000
const LONGEST = 300
const MOST_ITEMS = 50

export const wordsOf = keptByName((name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== ''),
)

/** Each as one of its kind. */
const onesOf = keptByName((name) => wordsOf(name).map(oneOf))

/** A plan has few names of tools and arguments, and each comes many times. */
function keptByName(make: (name: string) => readonly string[]): typeof make {
  const made = new Map<string, readonly string[]>()
  return (name) => {
    const known = made.get(name)
    if (known !== undefined) return known
    if (made.size >= MOST_NAMES) made.clear()
    const words = make(name)
    made.set(name, words)
    return words
  }
}

function oneOf(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:[sxz]|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.replace(/(?<=[^s])s$/, '')
}

const VERBS: Readonly<Record<Exclude<ActKind, 'other'>, string>> = {
  makes: 'create make mkdir new init initialize register define provision',
  writes: 'write put save store upload upsert',
  restores: 'restore undelete recover reopen touch',
  adds: 'add append insert',
  copies: 'copy cp clone duplicate',
  moves: 'move mv rename',
  removes: 'delete remove rm rmdir unlink destroy erase purge del',
  edits: 'edit update modify patch replace set close assign',
  reads: 'read get open cat fetch show load view describe download',
  takes: 'stage attach send publish submit import share run execute',
  looks: 'list ls search find query exists stat check count has validate status tree glob grep',
}
const KINDS: ReadonlyMap<string, ActKind> = new Map(
  Object.entries(VERBS).flatMap(([kind, verbs]) => verbs.split(' ').map((verb) => [verb, kind as ActKind])),
)
/** Arguments that say what a tool does which is named for what it is about. */
const MODES = ['mode', 'action', 'operation', 'command']
const SMALL = new Set([
  'a',
  'all',
  'and',
  'by',
  'for',
  'from',
  'in',
  'multiple',
  'new',
  'of',
  'on',
  'the',
  'to',
  'with',
])
const PATHS = new Set(['path', 'file', 'filename', 'filepath', 'folder', 'dir', 'directory'])
const FILES = new Set([...PATHS, 'text', 'media', 'document'])
const OWN = new Set(['name', 'key', 'slug'])
const GENERIC = new Set([...OWN, ...PATHS, 'id', 'target', 'source', 'destination', 'from', 'to', 'ref'])
const TARGETS = new Set(['to', 'destination', 'dest', 'dst', 'target', 'new'])
const SOURCES = new Set(['from', 'source', 'src', 'old', 'path', 'file'])
