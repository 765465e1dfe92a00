/** What calls were seen to touch, by the arguments that they had: what is kept of it with the contract of a tool. */
import { type JsonObject, withoutEndSlashes } from '../base/index.js'
import type { Observation } from '../recording/index.js'
import type { ToolRegistry } from '../registry/index.js'
import type { SeenChange } from './copies.js'
import type { ObservedFiles } from './file-effects.js'
import type { LedgerEntry } from './ledger.js'
import { claimAfter } from './side-effects.js'

/** Of each call that answered with a result, owes nothing to a guess, and was seen to change something that no other one may have changed. */
export function observationsOf(
  entries: readonly LedgerEntry[],
  observed: ObservedFiles,
  registry: ToolRegistry,
): readonly Observation[] {
  return entries.flatMap(({ call, answer, dependsOnInvented }) => {
    const { server, tool, arguments: args = {} } = call
    const seen = observed.of(call.n).filter(({ isInRoot }) => isInRoot)
    const lookup = registry.find(server, tool)
    if (answer.outcome.kind !== 'result' || answer.provenance.source !== 'copy') return []
    if (lookup.kind !== 'found' || seen.length === 0 || dependsOnInvented.length > 0) return []
    const { effect } = claimAfter(NOBODY, seen)
    if (effect !== 'write' && effect !== 'destructive') return []
    const { fingerprint } = lookup.tool
    return [{ server, tool, fingerprint, effect, arguments: args, places: placesOf(seen, args) }]
  })
}

const NOBODY = { effect: 'unknown', evidence: 'none', certain: false, reversible: 'unknown' } as const

/** `{path}` for what an argument names, `{path}/*` for what lies below that; the path itself where no argument says it. */
export function placesOf(
  seen: readonly Pick<SeenChange, 'path' | 'from'>[],
  args: JsonObject,
): readonly string[] {
  const paths = seen.flatMap(({ path, from }) => (from === undefined ? [path] : [from, path]))
  return [...new Set(paths.map((path) => placeOf(path, args)))].sort()
}

function placeOf(path: string, args: JsonObject): string {
  const named = Object.entries(args).flatMap(([key, value]) =>
    typeof value === 'string' && value !== '' ? [[key, withoutEndSlashes(value)] as const] : [],
  )
  const own = named.find(([, name]) => isSamePath(path, name))
  if (own !== undefined) return `{${own[0]}}`
  const above = named.find(([, name]) => foldersAbove(path).some((folder) => isSamePath(folder, name)))
  return above === undefined ? path : `{${above[0]}}/*`
}

/** One may be told from another folder than the other. */
function isSamePath(path: string, name: string): boolean {
  const [one, other] = [path, name].map((each) => each.replace(/^\.\//, ''))
  if (one === undefined || other === undefined || other === '') return false
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`)
}

function foldersAbove(path: string): readonly string[] {
  const steps = path.split('/')
  return steps.slice(1).map((_, i) => steps.slice(0, i + 1).join('/'))
}
