/** Members that a plan needs of an answer, and that no recorded answer of the tool has, where nothing declares what it answers. */
import {
  counted,
  type Finding,
  isJsonObject,
  type JsonValue,
  nearestNames,
  orDidYouMean,
  toPointer,
  valueAt,
} from '../base/index.js'
import { type ToolCall, toolRef } from '../call/index.js'
import type { ToolRegistry } from '../registry/index.js'
import { isEvidence, isSupposed, type LedgerEntry } from './ledger.js'
import type { TextPlace, WrittenRead } from './missing-members.js'
import type { RecordedAnswer } from './shapes/recorded-answers.js'

export interface RecordedMembers {
  readonly registry: ToolRegistry
  readonly entries: readonly LedgerEntry[]
  /** What a tool was recorded to answer. */
  recorded(call: ToolCall): Promise<readonly RecordedAnswer[]>
  readonly hasFailed: (read: WrittenRead, place: TextPlace) => boolean
}

/**
 * RESULT_MEMBER_MISSING, never certain: another answer may have it. Told only where this run failed there, every run has to pass, and the
 * answer that it heard is no evidence by itself.
 */
export async function recordedMemberFindings(
  reads: readonly WrittenRead[],
  { registry, entries, recorded, hasFailed }: RecordedMembers,
): Promise<readonly Finding[]> {
  const found: Finding[] = []
  for (const read of reads) {
    if (!read.needs.some((place) => place.always && hasFailed(read, place))) continue
    const entry = entries.find(({ call }) => toolRef(call) === toolRef(read) && isAt(call, read.call))
    const isKnown = entry !== undefined && isEvidence(entry) && !isSupposed(entry)
    if (entry === undefined || isKnown || isDeclared(read, registry)) continue
    const answers = (await recorded(entry.call)).map(({ value }) => value)
    const missing = missingIn(answers, read)
    if (missing === undefined) continue
    const near = nearestNames(missing.name, missing.names).map((each) => JSON.stringify(each))
    found.push({
      ...{ code: 'RESULT_MEMBER_MISSING', severity: 'error', certain: false },
      message: `${toolRef(read)} was never recorded to answer with ${JSON.stringify(missing.name)}: ${counted(answers.length, 'recorded answer')} ${answers.length === 1 ? 'has' : 'have'} ${missing.names.map((each) => JSON.stringify(each)).join(', ')} there${orDidYouMean(near)}`,
      ...{ line: read.line, column: read.column },
    })
  }
  return found.slice(0, 1)
}

function isAt({ site }: ToolCall, place: TextPlace): boolean {
  return site?.line === place.line && site.column === place.column
}

function isDeclared({ server, tool }: WrittenRead, registry: ToolRegistry): boolean {
  const lookup = registry.find(server, tool)
  return lookup.kind === 'found' && lookup.tool.output?.kind === 'compiled'
}

interface MissingMember {
  readonly name: string
  /** What there is in its place. */
  readonly names: readonly string[]
}

function missingIn(answers: readonly JsonValue[], { path, tested }: WrittenRead): MissingMember | undefined {
  for (const [depth, name] of path.entries()) {
    const has = answers.some((value) => valueAt(value, toPointer(path.slice(0, depth + 1))) !== undefined)
    if (has) continue
    const holders = answers.flatMap((value) => {
      const holder = valueAt(value, toPointer(path.slice(0, depth)))
      return holder !== undefined && isJsonObject(holder) ? [holder] : []
    })
    // A list may be longer, and what the plan looks for first it does not rely on.
    if (typeof name === 'number' || depth < tested || holders.length === 0) return undefined
    return { name, names: [...new Set(holders.flatMap((each) => Object.keys(each)))].slice(0, MOST_NAMES) }
  }
  return undefined
}

const MOST_NAMES = 12
