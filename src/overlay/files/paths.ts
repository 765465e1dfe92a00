/** Paths of files as they are written in arguments, and how two of them lie to each other. */

/** Steps from the root, or from the folder that relative paths begin at. */
export interface FilePath {
  readonly isAbsolute: boolean
  readonly steps: readonly string[]
}

/** `unclear`: they may be one or not, such as an absolute and a relative path, or two spellings of a name that some disks take for one. */
export type Relation = 'same' | 'below' | 'above' | 'apart' | 'unclear'

/** Undefined for what may stand for something else than it says, such as `~/a` or a path of another system. */
export function parsePath(text: unknown): FilePath | undefined {
  if (typeof text !== 'string' || text === '' || UNUSUAL.test(text) || text !== text.trim()) return undefined
  const steps: string[] = []
  for (const step of text.split('/')) {
    if (step === '' || step === '.') continue
    if (step !== '..') steps.push(step)
    else if (steps.pop() === undefined) return undefined
  }
  return { isAbsolute: text.startsWith('/'), steps }
}

/** What begins with a home or a drive, is quoted, has a backslash or control characters, or half a character. */
const UNUSUAL = /^[~"']|["']$|^[a-z]:|[\\\p{Cc}\p{Cs}]/iu

export function pathText({ isAbsolute, steps }: FilePath): string {
  return `${isAbsolute ? '/' : ''}${steps.join('/')}` || '.'
}

/** Where `a` lies as seen from `b`: `below` for a file in a folder. */
export function relationOf(a: FilePath, b: FilePath): Relation {
  if (a.isAbsolute !== b.isAbsolute) return 'unclear'
  const shared = Math.min(a.steps.length, b.steps.length)
  for (let i = 0; i < shared; i++) {
    const [one, other] = [a.steps[i] as string, b.steps[i] as string]
    if (one !== other) return isAlike(one, other) ? 'unclear' : 'apart'
  }
  if (a.steps.length === b.steps.length) return 'same'
  return a.steps.length > b.steps.length ? 'below' : 'above'
}

/** Whether there are disks that take the two names for one. */
export function isAlike(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

function folded(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}

export function parentOf({ isAbsolute, steps }: FilePath): FilePath | undefined {
  return steps.length === 0 ? undefined : { isAbsolute, steps: steps.slice(0, -1) }
}

export function childOf({ isAbsolute, steps }: FilePath, name: string): FilePath {
  return { isAbsolute, steps: [...steps, name] }
}

/** The path that `path`, which is `from` or below it, has once that is `to`. */
export function rebase(path: FilePath, from: FilePath, to: FilePath): FilePath {
  return { isAbsolute: to.isAbsolute, steps: [...to.steps, ...path.steps.slice(from.steps.length)] }
}

export function nameOf({ steps }: FilePath): string {
  return steps.at(-1) ?? ''
}
