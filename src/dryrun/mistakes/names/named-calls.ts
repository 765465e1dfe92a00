/** The calls of a rehearsal with what their names say, and how what one names stands to what another one does. */
import { withoutEndSlashes } from '../../../base/index.js'
import { isInvented, outcomeText, type ToolCall } from '../../../call/index.js'
import { isEvidence, type LedgerEntry } from '../../ledger.js'
import type { Stage } from '../../stage.js'
import type { FoundInfluence } from '../../variants/find-influence.js'
import { isAbout, isPathName, type Named, type NamedAct, namedAct } from './named-act.js'

export interface NamedCall extends NamedAct {
  readonly entry: LedgerEntry
  /** Nobody who knows says that it succeeds. */
  readonly isGuessed: boolean
}

export interface NamedPlan {
  readonly stage: Stage
  readonly calls: readonly NamedCall[]
  /** Whether the plan goes on when the call fails. */
  isCaught(call: ToolCall): boolean
  /** What variants showed; absent where nothing was varied. */
  readonly found: FoundInfluence | undefined
}

/** Of so many calls: pairs grow with the square. */
const MOST_CALLS = 400

export function namedCalls(entries: readonly LedgerEntry[]): readonly NamedCall[] {
  return entries.slice(0, MOST_CALLS).map((entry) => {
    const { outcome, provenance } = entry.answer
    const isGuessed = outcome.kind === 'result' && isInvented(provenance)
    return { ...namedAct(entry.call), entry, isGuessed }
  })
}

/** What is known for certain to have been said; empty for errors, and where it is not. */
export function surelySaid({ entry, isGuessed }: NamedCall): string {
  const { outcome } = entry.answer
  return !isGuessed && isEvidence(entry) && outcome.kind === 'result' ? outcomeText(outcome) : ''
}

/** `same`, or `below` for a path within it. Undefined where the one has nothing to do with the other. */
export function relationTo(
  thing: Named,
  about: readonly string[],
  named: Named,
): 'same' | 'below' | undefined {
  const arePaths = isPathLike(thing) || isPathLike(named)
  const [it, other] = arePaths ? [trimmed(thing.text), trimmed(named.text)] : [thing.text, named.text]
  if (it === '' || it === '.') return undefined
  if (arePaths && other.startsWith(`${it}/`)) return 'below'
  if (it !== other) return undefined
  return arePaths || thing.argument === named.argument || isAbout(named.argument, about) ? 'same' : undefined
}

/** A relative path, and an absolute one that ends with it, as two servers may call one file. */
export function isSameFile(one: Named, other: Named): boolean {
  if (!isPathLike(one) || !isPathLike(other)) return false
  const [a, b] = [trimmed(one.text), trimmed(other.text)]
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  return a === b || (!short.startsWith('/') && long.endsWith(`/${short}`))
}

export function isPathLike({ argument, text }: Named): boolean {
  return !/^[a-z][\w+.-]*:\/\//i.test(text) && (isPathName(argument) || text.includes('/') || FILE.test(text))
}

const FILE = /^[^\s/]+\.[a-z]\w{0,4}$/i

function trimmed(path: string): string {
  return withoutEndSlashes(path.replace(/^\.\//, ''))
}

/** Whether it stands in what the second one does, or whether it is made at all, what the first one was answered. */
export function hangsOn(second: NamedCall, first: NamedCall, found: FoundInfluence | undefined): boolean {
  if (found === undefined) return true
  const [before, after] = [found.nameOf(first.entry.call.n), found.nameOf(second.entry.call.n)]
  if (before === undefined) return true
  const leader = found.leaderOf(before)
  return (
    found.decides.has(leader) || found.passed.some(({ answer, into }) => answer === leader && into === after)
  )
}
