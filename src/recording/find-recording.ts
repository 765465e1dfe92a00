/** Finds the recording that answers a call: by its key, by what counts of it, and by the contracts that its tool had before. */
import { defined, isSameJson } from '../base/index.js'
import type { ToolCall } from '../call/index.js'
import type { EarlierContract } from './freshness/earlier-contract.js'
import { type KnownContract, type RecordedCall, recordedCall } from './known-contract.js'
import { lastingArguments } from './matching/lasting-arguments.js'
import { argumentsOf, isAnswer } from './recorded-answer.js'
import type { Recording } from './recording.js'
import type { RecordingStore } from './recording-store.js'
import type { Redactor } from './redaction/redactor.js'

export interface FoundRecording {
  readonly recording: Recording
  /** What is another thing in the contract since; absent when nothing that matters is. */
  readonly contractChange?: string
  /** True when another start of the server answered: other arguments, another folder, other names in its environment. */
  readonly isOfOtherStart?: boolean
}

export interface FindOptions {
  readonly store: RecordingStore
  readonly redactor: Redactor
  readonly earlier?: (call: ToolCall) => Promise<readonly EarlierContract[]>
  readonly ignored?: (call: ToolCall) => readonly string[]
}

/**
 * The newest answer under the contract as it is; else under one that it keeps, the latest first; else under one that it does not
 * keep, and says what changed. What the server said when it was started as it is now comes before all that it said otherwise.
 */
export async function findRecording(
  call: ToolCall,
  wanted: RecordedCall,
  known: KnownContract,
  options: FindOptions,
): Promise<FoundRecording | undefined> {
  const found = await findOfStart(call, wanted, known, options)
  if (found !== undefined || known.launch === undefined) return found
  const { launch: _, ...ofAnyStart } = known
  const other = await findOfStart(call, wanted, ofAnyStart, options)
  return other && { ...other, isOfOtherStart: true }
}

async function findOfStart(
  call: ToolCall,
  wanted: RecordedCall,
  known: KnownContract,
  options: FindOptions,
): Promise<FoundRecording | undefined> {
  const recording = await find(call, wanted, known, options)
  if (recording !== undefined) return { recording }
  const earlier = (await options.earlier?.(call)) ?? []
  const keptFirst = [
    ...earlier.filter(({ change }) => change === undefined),
    ...earlier.filter(({ change }) => change !== undefined),
  ]
  for (const { fingerprint, change } of keptFirst) {
    const before = recordedCall(call, fingerprint, wanted.principal, options.redactor)
    const found = before && (await find(call, before, { ...known, fingerprint }, options))
    if (found !== undefined) return { recording: found, ...defined({ contractChange: change }) }
  }
  return undefined
}

async function find(
  call: ToolCall,
  wanted: RecordedCall,
  known: KnownContract,
  { store, ignored }: FindOptions,
): Promise<Recording | undefined> {
  const exact = await store.lookup(wanted.key, known.launch)
  const pointers = exact === undefined ? (ignored?.(call) ?? []) : []
  return pointers.length === 0 ? exact : newestOfSameCall(wanted, call.tool, known, { store, pointers })
}

async function newestOfSameCall(
  wanted: RecordedCall,
  tool: string,
  { fingerprint, launch }: KnownContract,
  { store, pointers }: { readonly store: RecordingStore; readonly pointers: readonly string[] },
): Promise<Recording | undefined> {
  let newest: Recording | undefined
  const asked = lastingArguments(argumentsOf(wanted), pointers)
  for await (const each of store.list({ server: wanted.server, tool })) {
    const isOfUs = each.principal === wanted.principal && each.tool?.fingerprint === fingerprint
    const isOfLaunch = launch === undefined || each.launch === undefined || each.launch === launch
    const isSameCall = (): boolean => isSameJson(asked, lastingArguments(argumentsOf(each), pointers))
    if (isOfUs && isOfLaunch && isAnswer(each) && isSameCall()) newest = each
  }
  return newest
}
