/** What the server of a recording said otherwise to the very same question: where nothing explains that, its answers move by themselves. */
import { defined, isSameJson } from '../base/index.js'
import type { Outcome, ToolCall } from '../call/index.js'
import { findRecording } from './find-recording.js'
import { changesData } from './freshness/data-changes.js'
import { generationSeen } from './freshness/staleness.js'
import { type KnownContract, type RecordedCall, recordedCall } from './known-contract.js'
import { lastingArguments } from './matching/lasting-arguments.js'
import { argumentsOf, outcomeOf } from './recorded-answer.js'
import type { Recording } from './recording.js'
import type { RecordingFilter } from './recording-store.js'
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
  if (known === undefined || wanted === undefined) return []
  const said: Said[] = []
  let isMoving = false
  for (const recording of await sameQuestion(call, wanted, known, options)) {
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

/** Oldest first: as a recording is found that answers, in one look where it is of this very contract and start. */
async function sameQuestion(
  call: ToolCall,
  wanted: RecordedCall,
  known: KnownContract,
  options: SaidOtherwiseOptions,
): Promise<readonly Recording[]> {
  const { store, ignored } = options
  const pointers = ignored?.(call) ?? []
  if (pointers.length === 0) {
    const exact = await answersTo({ key: wanted.key }, { ...known, asked: wanted }, [], store)
    if (exact.length > 0) return exact
  }
  const found = (await findRecording(call, wanted, known, options))?.recording
  if (found === undefined) return []
  const { key, server, launch, tool } = found
  const filter = pointers.length === 0 ? { key } : { server, tool: call.tool }
  const fingerprint = tool?.fingerprint ?? ''
  return await answersTo(filter, { asked: found, fingerprint, ...defined({ launch }) }, pointers, store)
}

interface Asked extends Pick<KnownContract, 'fingerprint' | 'launch'> {
  readonly asked: Pick<Recording, 'principal' | 'params'>
}

async function answersTo(
  filter: RecordingFilter,
  { asked, fingerprint, launch }: Asked,
  pointers: readonly string[],
  store: SaidOtherwiseOptions['store'],
): Promise<readonly Recording[]> {
  const wanted = lastingArguments(argumentsOf(asked), pointers)
  const answers: Recording[] = []
  for await (const each of store.list(filter, MOST_ANSWERS)) {
    const isOfUs = each.principal === asked.principal && each.tool?.fingerprint === fingerprint
    const isOfLaunch = launch === undefined || each.launch === undefined || each.launch === launch
    if (isOfUs && isOfLaunch && isSameJson(wanted, lastingArguments(argumentsOf(each), pointers)))
      answers.push(each)
  }
  return answers
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
