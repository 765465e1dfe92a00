/** What the server of a recording said otherwise to the very same question: where nothing explains that, its answers move by themselves. */
import { isSameJson } from '../base/index.js'
import type { Outcome, ToolCall } from '../call/index.js'
import { findRecording } from './find-recording.js'
import { changesData } from './freshness/data-changes.js'
import { generationSeen } from './freshness/staleness.js'
import { recordedCall } from './known-contract.js'
import { lastingArguments } from './matching/lasting-arguments.js'
import { argumentsOf, outcomeOf } from './recorded-answer.js'
import type { Recording } from './recording.js'
import type { ReplayOptions } from './replay-answerer.js'

export interface SaidOtherwiseOptions
  extends Pick<ReplayOptions, 'store' | 'redactor' | 'principal' | 'contract' | 'earlier' | 'ignored'> {
  /** Whether one server may see what another one changed. */
  readonly sharesWorld: (server: string, other: string) => boolean
}

/**
 * What the newest recordings of the call's question say other than the one that answers it, newest first, each once: where two that follow
 * each other differ, and no recorded change of data lies between them. Else nothing: what a write explains, the newest one knows. Fails
 * as a store does.
 */
export async function saidOtherwise(
  call: ToolCall,
  options: SaidOtherwiseOptions,
): Promise<readonly Outcome[]> {
  const { redactor, principal, contract } = options
  const known = contract(call)
  const wanted = known && recordedCall(call, known.fingerprint, principal(call.server), redactor)
  const found = wanted && (await findRecording(call, wanted, known, options))
  if (found === undefined) return []
  const said: Said[] = []
  let isMoving = false
  for (const recording of await sameQuestion(call, found.recording, options)) {
    const outcome = outcomeOf(recording)
    if (outcome === undefined) continue
    const each = { recording, outcome, sense: senseOf(outcome) }
    const before = said.at(-1)
    if (before !== undefined && before.sense !== each.sense)
      isMoving ||= !(await isExplained(before.recording, recording, options))
    said.push(each)
  }
  if (!isMoving) return []
  const newest = said.at(-1)?.sense
  const others = new Map(said.toReversed().map(({ sense, outcome }) => [sense, outcome]))
  return [...others].flatMap(([sense, outcome]) => (sense === newest ? [] : [outcome]))
}

interface Said {
  readonly recording: Recording
  readonly outcome: Outcome
  readonly sense: string
}

/** Oldest first. */
async function sameQuestion(
  call: ToolCall,
  found: Recording,
  { store, ignored }: SaidOtherwiseOptions,
): Promise<readonly Recording[]> {
  const { key, server, principal, launch, tool } = found
  const pointers = ignored?.(call) ?? []
  const filter = pointers.length === 0 ? { key } : { server, tool: call.tool }
  const asked = lastingArguments(argumentsOf(found), pointers)
  const same: Recording[] = []
  for await (const each of store.list(filter, MOST_ANSWERS)) {
    const isOfUs = each.principal === principal && each.tool?.fingerprint === tool?.fingerprint
    const isOfLaunch = launch === undefined || each.launch === undefined || each.launch === launch
    if (isOfUs && isOfLaunch && isSameJson(asked, lastingArguments(argumentsOf(each), pointers)))
      same.push(each)
  }
  return same
}

const MOST_ANSWERS = 100
const MOST_LOOKED_AT = 1000

/** What a plan is told of it. */
function senseOf(outcome: Outcome): string {
  return JSON.stringify(outcome.kind === 'rpc-error' ? outcome : { ...outcome, meta: undefined })
}

/** Whether what is known to have been written between the two may have led from one to the other. */
async function isExplained(
  before: Recording,
  after: Recording,
  { store, sharesWorld }: SaidOtherwiseOptions,
): Promise<boolean> {
  if (generationSeen(before) !== generationSeen(after)) return true
  const recordedBefore = new Date(Date.parse(after.recordedAt) + 1).toISOString()
  for await (const each of store.list({ recordedSince: before.recordedAt, recordedBefore }, MOST_LOOKED_AT))
    if (changesData(each) && sharesWorld(each.server, after.server)) return true
  return false
}
