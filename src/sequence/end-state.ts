/** What a play left behind, and whether another one left the same but for what each world makes anew. */
import { type Compared, compareValues, type DifferingWord } from './compare-values.js'
import { comparableText, isObjectFolder, plainPath, sortedByName } from './git-files.js'
import type { OwnMap } from './own-map.js'
import type { Play, PlayedState } from './play.js'
import { isTime } from './times.js'
import { splitText } from './words.js'

/** By path: what is there now where something else was; undefined for what is gone. */
export type EndState = ReadonlyMap<string, PlayedState | undefined>

/** `own`: files that servers change by themselves. */
export function endStateOf({ calls, late }: Play, own: ReadonlySet<string>): EndState {
  const before = new Map<string, PlayedState | undefined>()
  const after = new Map<string, PlayedState | undefined>()
  const note = (path: string, was: PlayedState | undefined, is: PlayedState | undefined): void => {
    if (!before.has(path)) before.set(path, was)
    after.set(path, is)
  }
  for (const change of [...calls.flatMap(({ changes }) => changes), ...late]) {
    if (!change.isInRoot || own.has(change.path) || isObjectFolder(change.path)) continue
    if (change.from !== undefined) note(change.from, change.before, undefined)
    note(change.path, change.from === undefined ? change.before : undefined, change.after)
  }
  return new Map([...after].filter(([path, is]) => !isSameState(before.get(path), is)))
}

function isSameState(a: PlayedState | undefined, b: PlayedState | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return a.kind === b.kind && a.mode === b.mode && a.digest === b.digest && a.target === b.target
}

/** `words`: by path and place, as of an answer. */
export function compareEnds(session: EndState, other: EndState, map: OwnMap): Compared {
  const words: DifferingWord[] = []
  // What a repository and a database hold is told by names that plain files tell.
  const left = new Map(
    [...session]
      .map(([path, state]) => [plainPath(path), state] as const)
      .sort(([a, one], [b, two]) => Number(isDense(a, one)) - Number(isDense(b, two))),
  )
  const others = new Map([...other].map(([path, state]) => [plainPath(path), state]))
  // What one file tells pairs the paths of the next: a branch names a commit, and that its tree.
  for (let isGoing = true; isGoing; ) {
    isGoing = false
    for (const [path, state] of left) {
      const there = map.render(path)
      if (!others.has(there)) continue
      const found = compareStates(path, state, others.get(there), map)
      if (found.kind === 'other') return { kind: 'other', why: `${path}: ${found.why}` }
      words.push(...found.words)
      left.delete(path)
      others.delete(there)
      isGoing = true
    }
  }
  const unpaired = firstUnpaired([...left], [...others])
  return unpaired === undefined
    ? { kind: 'alike', words }
    : { kind: 'other', why: `${unpaired} is otherwise in another world` }
}

/** Of one place in two worlds; `path` as the session has it. `words`: by path and place. */
export function compareStates(
  path: string,
  a: PlayedState | undefined,
  b: PlayedState | undefined,
  map: OwnMap,
): Compared {
  if (a === undefined || b === undefined)
    return a === b ? { kind: 'alike', words: [] } : { kind: 'other', why: 'it is gone in one world alone' }
  if (a.kind !== b.kind || a.mode !== b.mode)
    return { kind: 'other', why: 'its kind or its permissions differ' }
  if (a.kind === 'link') return placed(path, compareValues(a.target ?? '', b.target ?? '', { map }))
  if (a.kind !== 'file') return { kind: 'alike', words: [] }
  const [one, two] = [textOf(path, a), textOf(path, b)]
  if (one === undefined || two === undefined)
    return a.digest !== undefined && a.digest === b.digest
      ? { kind: 'alike', words: [] }
      : { kind: 'other', why: 'its contents differ, and are too large or in no form to be compared' }
  if (isBinary(one) || isBinary(two)) return compareBinary(one, two, map)
  const sorted = sortedByName(one, map.render)
  return placed(path, compareValues(sorted, sortedByName(two), { map }))
}

function isDense(path: string, state: PlayedState | undefined): boolean {
  return /(?:^|\/)\.git\//.test(path) || state?.content?.includes(0) === true
}

function isBinary(text: string): boolean {
  return text.includes('\0')
}

/** Texts stand in it side by side with nothing between: what is known is put in its place, and times are left out. */
function compareBinary(a: string, b: string, map: OwnMap): Compared {
  const withoutTimes = (text: string): string => text.replace(PACKED_TIME, '@')
  return withoutTimes(map.render(a)) === withoutTimes(b)
    ? { kind: 'alike', words: [] }
    : { kind: 'other', why: 'its contents differ, and are in no form to be compared' }
}

const PACKED_TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?/g

function placed(path: string, compared: Compared): Compared {
  if (compared.kind === 'other') return compared
  return {
    kind: 'alike',
    words: compared.words.map((word) => ({ ...word, pointer: `${path}${word.pointer}` })),
  }
}

function textOf(path: string, { content }: PlayedState): string | undefined {
  return content === undefined ? undefined : comparableText(path, content)
}

/** What no answer and no file tells of, such as commits that nothing leads to: alike when all that a world makes anew is left out. */
function firstUnpaired(
  left: readonly (readonly [string, PlayedState | undefined])[],
  others: readonly (readonly [string, PlayedState | undefined])[],
): string | undefined {
  const there = others.map(masked)
  for (const each of left) {
    const at = there.indexOf(masked(each))
    if (at < 0) return each[0]
    there.splice(at, 1)
  }
  return there.length === 0 ? undefined : others[others.map(masked).indexOf(there[0] as string)]?.[0]
}

function masked([path, state]: readonly [string, PlayedState | undefined]): string {
  const { kind, mode } = state ?? { kind: 'gone', mode: 0 }
  const text = state === undefined ? '' : (textOf(path, state) ?? state.digest ?? state.target ?? '')
  return `${kind} ${mode} ${mask(path)} ${mask(text)}`
}

function mask(text: string): string {
  const { between, words } = splitText(text)
  return between.map((part, i) => part + maskWord(words[i] ?? '')).join('')
}

function maskWord(word: string): string {
  if (isTime(word)) return '@'
  return word.length >= 6 && /\d/.test(word) ? '#' : word
}
