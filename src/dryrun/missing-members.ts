/** Members that a plan reads of an answer, and that the answer's declared schema does not have. */
import {
  addToGroup,
  type Finding,
  listText,
  nearestNames,
  orDidYouMean,
  toPointer,
  valueAt,
} from '../base/index.js'
import { isGuess, outcomeValue, toolRef } from '../call/index.js'
import type { ToolRegistry } from '../registry/index.js'
import type { MemberSearch } from '../schema/index.js'
import type { LedgerEntry } from './ledger.js'

/** Something that the text of a plan reads of the answer to a call. */
export interface WrittenRead {
  readonly server: string
  readonly tool: string
  /** Where the call stands. */
  readonly call: TextPlace
  readonly path: readonly (string | number)[]
  /** So many steps of the path the plan looks for before it relies on them. */
  readonly tested: number
  readonly line: number
  readonly column: number
  /** Where the plan fails if there is nothing; `always`: no run gets to its end without passing there. */
  readonly needs: readonly (TextPlace & { readonly always: boolean })[]
}

export interface TextPlace {
  readonly line: number
  readonly column: number
}

type Missing = Extract<MemberSearch, { kind: 'missing' }>

/**
 * RESULT_MEMBER_MISSING, one for each call and member. It is an error only where it is proved: the schema allows no such member,
 * every run has to pass there, and this one failed there (`hasFailed`). Elsewhere it may do no harm, and is a warning. An answer
 * that a server really gave, and that has the member, knows better than the schema.
 */
export function missingMemberFindings(
  reads: readonly WrittenRead[],
  {
    registry,
    entries,
    hasFailed,
  }: {
    readonly registry: ToolRegistry
    readonly entries: readonly LedgerEntry[]
    readonly hasFailed: (read: WrittenRead, place: TextPlace) => boolean
  },
): Finding[] {
  const groups = new Map<string, MissingRead[]>()
  for (const read of reads) {
    const missing = missingOf(read, registry)
    if (missing === undefined || missing.depth < read.tested) continue
    const path = read.path.slice(0, missing.depth + 1)
    if (isAnswered(read, path, entries)) continue
    const key = JSON.stringify([read.call.line, read.call.column, path])
    addToGroup(groups, key, { read, path, missing })
  }
  return [...groups.values()].flatMap((group): Finding[] => {
    // What is read of it comes after it.
    const [first] = group.toSorted((a, b) => a.read.path.length - b.read.path.length)
    if (first === undefined) return []
    const { read, path, missing } = first
    const isFatal = group.some(({ read: each }) =>
      each.needs.some((place) => place.always && hasFailed(each, place)),
    )
    return [
      {
        code: 'RESULT_MEMBER_MISSING',
        severity: isFatal && missing.closed ? 'error' : 'warning',
        certain: missing.closed,
        message: describe(read, path, missing),
        line: read.line,
        column: read.column,
      },
    ]
  })
}

interface MissingRead {
  readonly read: WrittenRead
  /** As far as the member that is missing. */
  readonly path: WrittenRead['path']
  readonly missing: Missing
}

function missingOf({ server, tool, path }: WrittenRead, registry: ToolRegistry): Missing | undefined {
  const lookup = registry.find(server, tool)
  const output = lookup.kind === 'found' ? lookup.tool.output : undefined
  const search = output?.kind === 'compiled' ? output.schema.findMember(path) : undefined
  return search?.kind === 'missing' ? search : undefined
}

/** True when a server said it, in any answer to this call. */
function isAnswered(
  read: WrittenRead,
  path: readonly (string | number)[],
  entries: readonly LedgerEntry[],
): boolean {
  return entries.some(
    ({ call, answer: { outcome, provenance } }) =>
      toolRef(call) === toolRef(read) &&
      call.site?.line === read.call.line &&
      call.site.column === read.call.column &&
      outcome.kind === 'result' &&
      provenance.source !== 'stub' &&
      !isGuess(provenance) &&
      valueAt(outcomeValue(outcome), toPointer(path)) !== undefined,
  )
}

function describe(
  { server, tool }: WrittenRead,
  path: readonly (string | number)[],
  { closed, names, types }: Missing,
): string {
  const [name, ...above] = path.toReversed()
  const place =
    above.length === 0
      ? 'its declared result'
      : `${JSON.stringify(above.reverse().join('.'))} in its declared result`
  const verb = closed ? 'cannot answer with' : 'does not declare'
  const near = typeof name === 'string' ? nearestNames(name, names) : []
  const meant = orDidYouMean(near.map((each) => JSON.stringify(each)))
  return `${toolRef({ server, tool })} ${verb} ${JSON.stringify(path.join('.'))}: ${place} ${whatThereIs(names, types)}${meant}`
}

function whatThereIs(names: readonly string[], types: readonly string[]): string {
  if (!types.includes('object')) return `is ${types.map((type) => TYPES[type] ?? type).join(' or ')}`
  if (names.length === 0) return 'has no members'
  return `has ${listText(
    names.map((each) => JSON.stringify(each)),
    MAX_NAMES,
  )}`
}

const MAX_NAMES = 12
const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
}
