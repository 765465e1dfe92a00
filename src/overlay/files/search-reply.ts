/** What a search for files finds after some calls: what it found before, without what is gone and with what has come. */
import { isJsonArray, type JsonObject } from '../../base/index.js'
import type { AskReaders, Told } from '../law.js'
import type { FileAct } from './file-acts.js'
import { fileHistory } from './file-history.js'
import { inAnyOrder, ordersOf, sortedLines } from './folder-replies.js'
import { type FilePath, parentOf, parsePath, pathText, relationOf } from './paths.js'
import { textOf } from './recorded-files.js'

const NOTHING = 'No matches found'

/** Of exclusions, patterns with more than `*` and `**`, and folders that were moved nothing is said. */
export async function searchReply(
  args: JsonObject,
  acts: readonly FileAct[],
  ask: AskReaders,
): Promise<Told | undefined> {
  const root = parsePath(args.path)
  const { excludePatterns: left = [] } = args
  const pattern = patternOf(args.pattern)
  if (root?.isAbsolute !== true || pattern === undefined || !isJsonArray(left) || left.length > 0)
    return undefined
  const before = await textOf('search', args, ask)
  const touched = await touchedBelow(root, acts, ask)
  if (before === undefined || touched === undefined) return undefined
  const found = before === NOTHING ? [] : before.split('\n')
  // What it found has the real path of the folder in it: where that is another one, nobody knows what is what.
  if (!found.every((path) => path.startsWith(`${pathText(root)}/`))) return undefined
  const history = fileHistory(acts, ask)
  const now = new Set(found)
  let isMade = false
  for (const path of touched) {
    if (!pattern.test(path.steps.slice(root.steps.length).join('/'))) continue
    const { kind } = (await history.at(path)).value
    if (kind === 'unknown') return undefined
    const text = pathText(path)
    if (kind === 'absent') now.delete(text)
    // What is made anew may come at another place.
    else {
      now.add(text)
      isMade = true
    }
  }
  const lines = now.size === 0 ? [NOTHING] : [...now]
  const orders = isMade ? ordersOf(lines) : [lines]
  return (
    orders &&
    inAnyOrder(
      orders.map((each) => each.join('\n')),
      true,
      sortedLines,
    )
  )
}

/** The paths below a folder at which something may have come or gone; undefined where that cannot be told. */
async function touchedBelow(
  root: FilePath,
  acts: readonly FileAct[],
  ask: AskReaders,
): Promise<readonly FilePath[] | undefined> {
  const touched: FilePath[] = []
  for (const [i, act] of acts.entries()) {
    const paths = act.kind === 'blur' ? act.paths : act.kind === 'move' ? [act.path, act.to] : [act.path]
    const relations = new Set(paths.map((path) => relationOf(path, root)))
    if (relations.has('unclear') || relations.has('same') || relations.has('above') || relations.size === 0)
      return undefined
    if (!relations.has('below')) continue
    if (act.kind === 'blur' || (act.kind === 'move' && !(await isFile(act.path, acts.slice(0, i), ask))))
      return undefined
    touched.push(...paths.flatMap((path) => downTo(path, root)))
  }
  return touched
}

async function isFile(path: FilePath, acts: readonly FileAct[], ask: AskReaders): Promise<boolean> {
  const { kind } = (await fileHistory(acts, ask).at(path)).value
  return kind === 'file' || kind === 'entry'
}

/** A path and the folders that it is in, below the root. */
function downTo(path: FilePath, root: FilePath): readonly FilePath[] {
  const parent = parentOf(path)
  return relationOf(path, root) === 'below' && parent ? [...downTo(parent, root), path] : []
}

/** As the server compares names: undefined for what has a meaning beside `*` within a name and `**` before one. */
function patternOf(written: unknown): RegExp | undefined {
  if (typeof written !== 'string' || !/^[\w.*-][\w .*/-]*$/.test(written)) return undefined
  const steps = written.split('/')
  const parts = steps.map((step, i) => {
    if (step === '**') return i < steps.length - 1 ? '(?:[^/]+/)*' : undefined
    if (step === '' || step === '.' || step === '..' || step.includes('**')) return undefined
    const name = step === '*' ? '[^/]+' : step.replaceAll('.', '\\.').replaceAll('*', '[^/]*')
    return i < steps.length - 1 ? `${name}/` : name
  })
  return parts.includes(undefined) ? undefined : new RegExp(`^${parts.join('')}$`)
}
