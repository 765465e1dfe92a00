/** What of the disk a session rests on: what has to be as it was when its calls are made for real. Pure: somebody else looks. */
import { byText } from '../base/index.js'
import { pathsIn } from './named-paths.js'
import { ownFilesOf } from './own-files.js'
import type { Play, PlayedCall, PlayedState } from './play.js'
import type { OwnValue, WorldFact } from './sequence.js'
import { TELLING_LENGTH } from './weave.js'

export interface WorldFactsOptions {
  readonly own: Readonly<Record<string, OwnValue>>
  /** The absolute path of one that is relative to the working folder. */
  readonly resolve: (path: string) => string
  /** Of fresh worlds: what was there before a call, and is in none of them, is a file that came and went, and no fact. */
  readonly plays?: readonly Play[]
}

/**
 * Files that calls change, make or move, as they were; what lies in moved folders; files that calls name, as far as nothing before changed
 * them; what failed calls name, and the folders above; repositories with the references that change. Facts without a digest are to be looked at.
 */
export function worldFactsOf(
  session: Play,
  { own, resolve, plays }: WorldFactsOptions,
): readonly WorldFact[] {
  const { calls } = session
  const ownFiles = ownFilesOf(session)
  const again = plays && changedPaths(plays)
  const facts = new Map<string, WorldFact>()
  const changed = new Set<string>()
  const values = Object.values(own).map(({ session }) => String(session))
  const ids = values.filter((text) => text.length >= TELLING_LENGTH)
  // What is below a folder the session may change piece by piece: it is looked at before all that.
  const start = calls.find(({ isRead }) => !isRead)?.n ?? 1
  for (const call of calls) {
    const effect = calls.find(({ n, isRead }) => n >= call.n && !isRead)?.n
    if (effect !== undefined) for (const fact of namedFacts(call, effect, resolve)) note(fact)
    for (const { path, from, before, isInRoot } of call.changes) {
      if (!isInRoot || ownFiles.has(path)) continue
      const hasComeAndGone = before !== undefined && again?.has(from ?? path) === false
      if (hasComeAndGone) {
        // What it was renamed to may have been there: whoever looks sees it.
        if (from !== undefined)
          note({ path: resolve(path), kind: 'file', call: call.n, why: `call ${call.n} changes it` })
        continue
      }
      if (from !== undefined) noteChange(call, resolve(from), before)
      noteChange(call, resolve(path), from === undefined ? before : undefined)
    }
  }
  return [...facts.values()].sort((a, b) => byText(a.path, b.path))

  /** The first counts: later ones are of what the session itself made. */
  function note(fact: WorldFact): void {
    const isMade = ids.some((id) => fact.path.includes(id)) || isBelowChanged(fact.path)
    const key = `${fact.kind} ${fact.path}`
    if (!isMade && !facts.has(key)) facts.set(key, fact)
  }

  function noteChange(call: PlayedCall, path: string, before: PlayedState | undefined): void {
    const { n } = call
    const repository = /^(.*)\/\.git(?:\/|$)/.exec(path)?.[1]
    if (repository !== undefined) {
      const why = `call ${n} changes it`
      note({ path: repository, kind: 'repository', call: start, why })
      const isReference = /\/\.git\/refs\/(?:heads|tags|remotes)\/.+[^/]$/.test(path)
      // A folder of references is none, and what is locked is over soon.
      if (isReference && before?.kind !== 'folder' && !path.endsWith('.lock'))
        note({ path, kind: 'reference', call: n, why })
      return
    }
    const isFolder = before?.kind === 'folder'
    const known =
      before === undefined
        ? { digest: null }
        : before.kind === 'file' && before.digest !== undefined
          ? { digest: before.digest }
          : {}
    note({
      path,
      kind: isFolder ? 'folder' : 'file',
      ...known,
      call: isFolder ? start : n,
      why: `call ${n} ${before === undefined ? 'makes' : 'changes'} it`,
    })
    changed.add(path)
  }

  function isBelowChanged(path: string): boolean {
    for (let at = path.length; at > 0; at = path.lastIndexOf('/', at - 1))
      if (changed.has(path.slice(0, at))) return true
    return false
  }
}

/** What a call names, and the folders above what failed; to be looked at before `effect`. */
function namedFacts(
  { n, arguments: args = {}, end }: PlayedCall,
  effect: number,
  resolve: WorldFactsOptions['resolve'],
): readonly WorldFact[] {
  const hasFailed = end.kind === 'answered' && end.outcome.kind !== 'result'
  const paths = pathsIn(args).map(resolve)
  const why = `call ${n} names it${hasFailed ? ', and fails' : ''}`
  return paths.flatMap((path): readonly WorldFact[] => [
    { path, kind: 'file', call: effect, why },
    ...(hasFailed
      ? parentsOf(path).map(
          (parent): WorldFact => ({
            path: parent,
            kind: 'file',
            call: effect,
            why: `call ${n} names what is below it, and fails`,
          }),
        )
      : []),
  ])
}

/** All that is changed in them. */
function changedPaths(plays: readonly Play[]): ReadonlySet<string> {
  const changes = plays.flatMap(({ calls }) => calls.flatMap((call) => call.changes))
  return new Set(changes.flatMap(({ path, from }) => [path, from ?? path]))
}

function parentsOf(path: string): readonly string[] {
  const parents: string[] = []
  for (
    let at = path.lastIndexOf('/');
    at > 0 && parents.length < MOST_PARENTS;
    at = path.lastIndexOf('/', at - 1)
  )
    parents.push(path.slice(0, at))
  return parents
}

const MOST_PARENTS = 4
