/** Asks servers again what they were asked when it was recorded, where that only reads. */

import {
  holdsWrittenNumber,
  isJsonObject,
  type JsonValue,
  UnderstudyError,
  UsageError,
} from '../../base/index.js'
import { type Answerer, chainAnswerers, type Outcome, type ToolCall, toolRef } from '../../call/index.js'
import { principalIn, readPolicyFile, type ServerEntry, type Settings } from '../../config/index.js'
import { claimOfTool } from '../../effects/index.js'
import { decide, type Policy } from '../../policy/index.js'
import {
  type AnswerScore,
  argumentsOf,
  isAnswer,
  isToolRecording,
  outcomeOf,
  type Recording,
  type RecordingStore,
  type Redactor,
  redactResponse,
  responseOf,
  scoreAnswer,
  type ToolRecording,
} from '../../recording/index.js'
import { captureRedactor } from '../../recording/redaction/index.js'
import { createRegistry, type ToolRegistry } from '../../registry/index.js'
import {
  type Recheck,
  type RecheckedRecording,
  type RecheckScore,
  renderRecheck,
  type SkippedRecordings,
} from '../../report/index.js'
import { createSchemaCompiler } from '../../schema/index.js'
import { liveAnswerer } from '../../session/index.js'
import { layoutFor } from '../cli-io.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import { withProgress } from '../progress.js'
import type { ServerChoice } from '../server-options.js'
import { describeServer, type NamedServers, nameServers, startServer } from '../servers.js'
import { readSettings } from '../settings.js'
import { openStoreToRead } from '../stores.js'
import { type FrameTrace, withFrameTrace } from '../trace-file.js'

export interface VerifyRecordingsSettings {
  readonly store?: string
  readonly policy?: string
  readonly settings?: string
  /** Of each server; the newest first. */
  readonly maxCalls: number
  readonly format: 'text' | 'json'
}

export async function verifyRecordings(
  settings: VerifyRecordingsSettings,
  choice: ServerChoice,
  io: DiscreetIo,
): Promise<ExitCode> {
  if (choice.toolFiles.length > 0)
    throw new UsageError('USAGE', 'Cannot ask a file again: there is no server behind --tools')
  const named = await nameServers(choice, io)
  const policy = settings.policy === undefined ? undefined : readPolicyFile(settings.policy, io.cwd)
  const project = await readSettings(settings.settings, io)
  await using store = await openStoreToRead(settings.store, io)
  if (store === undefined)
    throw new UsageError('USAGE', 'Cannot verify recordings: there is no store', {
      hint: 'name it with --store; understudy call … --store makes one',
    })
  const surroundings = { settings, choice, io, named, policy, project, store }
  const results = await withFrameTrace(choice, named, io, (trace) =>
    withProgress(io, 'Asking again', () => askAll({ ...surroundings, trace })),
  )
  const recheck = toReport(results, named)
  if (settings.format === 'json') io.stdoutJson(recheck)
  else io.stdout(renderRecheck(io.redact(recheck), layoutFor(io)))
  return exitCodeFor({ failed: recheck.failed, unavailable: recheck.unavailable.length > 0 })
}

interface Surroundings {
  readonly settings: VerifyRecordingsSettings
  readonly choice: ServerChoice
  readonly io: DiscreetIo
  readonly named: NamedServers
  readonly policy: Policy | undefined
  readonly project: Settings
  readonly store: RecordingStore
  readonly trace: FrameTrace | undefined
}

interface ServerResult {
  readonly checks: readonly RecheckedRecording[]
  readonly skipped: readonly Skipped[]
  readonly unavailable: readonly { readonly server: string; readonly reason: string }[]
}

type Skipped = Omit<SkippedRecordings, 'count'>

async function askAll(surroundings: Surroundings): Promise<readonly ServerResult[]> {
  const results: ServerResult[] = []
  for (const entry of surroundings.named.entries)
    results.push(await askServer(entry, surroundings).catch((error) => unlessServersFault(entry, error)))
  return results
}

/** A server that does not start keeps no other from being asked. */
function unlessServersFault({ name }: ServerEntry, error: unknown): ServerResult {
  if (!(error instanceof UnderstudyError) || error instanceof UsageError || error.name === 'StoreError')
    throw error
  const [reason = ''] = error.message.split('\n')
  return { checks: [], skipped: [], unavailable: [{ server: name, reason }] }
}

async function askServer(entry: ServerEntry, surroundings: Surroundings): Promise<ServerResult> {
  const { choice, io, named, trace, project, store, settings } = surroundings
  const latest = await latestAnswers(entry, surroundings)
  if (latest.length === 0) return { checks: [], skipped: [], unavailable: [] }
  await using session = await startServer(entry, choice, io, trace)
  const described = await describeServer(entry, session, io)
  const registry = createRegistry([described], createSchemaCompiler())
  const redactor = captureRedactor(store, named.secrets, project.recordings.redact)
  const live = liveAnswerer(new Map([[entry.name, session]]))
  const skipped: Skipped[] = []
  const checks: RecheckedRecording[] = []
  for (const recording of latest) {
    const { server } = recording
    const tool = recording.tool.name
    const why = whyNot(recording, registry, described.launch, surroundings)
    if (why !== undefined || checks.length >= settings.maxCalls) {
      skipped.push({ server, tool, why: why ?? 'limit' })
      continue
    }
    const args = argumentsOf(recording)
    const call = { n: checks.length + 1, server, tool, ...(args && { arguments: args }), signal: io.signal }
    checks.push(await ask(recording, call, live, redactor))
  }
  return { checks, skipped, unavailable: [] }
}

async function ask(
  recording: ToolRecording,
  call: ToolCall,
  live: Answerer,
  redactor: Redactor,
): Promise<RecheckedRecording> {
  try {
    const { outcome } = await chainAnswerers([live])(call)
    return checkOf(recording, outcome, redactor)
  } catch (failure) {
    if (!(failure instanceof UnderstudyError) || failure instanceof UsageError) throw failure
    const [reason = ''] = redactor.text(failure.message).split('\n')
    return { ...described(recording), score: 'error', differences: [`is no answer: ${reason}`] }
  }
}

/** Of each key the newest answer, the newest first; of our own principal. */
async function latestAnswers(
  { name: server }: ServerEntry,
  { store, named }: Surroundings,
): Promise<readonly ToolRecording[]> {
  const principal = principalIn(store, named)(server)
  const byKey = new Map<string, ToolRecording>()
  for await (const recording of store.list({ server, method: 'tools/call' })) {
    if (!isToolRecording(recording) || !isAnswer(recording) || recording.principal !== principal) continue
    byKey.delete(recording.key)
    byKey.set(recording.key, recording)
  }
  return [...byKey.values()].reverse()
}

/** Only what was a read when it was recorded and is one today, by its server's or the policy's word. A name is no word. */
function whyNot(
  recording: ToolRecording,
  registry: ToolRegistry,
  launch: string | undefined,
  { policy = { rules: [] } }: Surroundings,
): Skipped['why'] | undefined {
  const { server, tool } = recording
  const lookup = registry.find(server, tool.name)
  if (lookup.kind === 'missing') return 'gone'
  const ref = toolRef({ server, tool: tool.name })
  const claim = claimOfTool(lookup.tool, { policy })
  const decision = decide(ref, policy, claim)
  if (decision === 'deny' || decision === 'ask') return 'policy'
  const { effect, evidence } = claim
  const isRead = effect === 'read' && (evidence === 'policy' || evidence === 'annotation')
  if (!isRead || tool.effect !== 'read') return 'effect'
  if (recording.launch !== undefined && launch !== undefined && recording.launch !== launch) return 'launch'
  const args = argumentsOf(recording) ?? {}
  if (holdsWrittenNumber(args)) return 'number'
  return holdsPlaceholder(args) ? 'secret' : undefined
}

function holdsPlaceholder(value: JsonValue): boolean {
  if (typeof value === 'string') return /REDACTED_[\w-]+_(?:s|m|l|xl)_[0-9a-f]{10}/.test(value)
  if (Array.isArray(value)) return value.some(holdsPlaceholder)
  if (!isJsonObject(value)) return false
  return Object.entries(value).some(([key, member]) => holdsPlaceholder(key) || holdsPlaceholder(member))
}

function checkOf(recording: ToolRecording, now: Outcome, redactor: Redactor): RecheckedRecording {
  const asRecorded: Recording = { ...recording, response: redactResponse(responseOf(now), redactor) }
  const [before, after] = [outcomeOf(recording), outcomeOf(asRecorded)]
  const { score, differences } =
    before === undefined || after === undefined
      ? { score: 'changed-shape' as const, differences: ['the recorded answer cannot be used'] }
      : scoreAnswer(before, after)
  return { ...described(recording), score: SCORES[score], differences }
}

function described(recording: ToolRecording) {
  const { server, tool, recordedAt } = recording
  return { server, tool: tool.name, arguments: argumentsOf(recording) ?? null, recorded_at: recordedAt }
}

const SCORES: Readonly<Record<AnswerScore, RecheckScore>> = {
  same: 'same',
  'same-shape': 'same_shape',
  'changed-shape': 'changed_shape',
  error: 'error',
}

function toReport(results: readonly ServerResult[], { unusable }: NamedServers): Recheck {
  const checks = results.flatMap((result) => result.checks)
  const count = (score: RecheckScore) => checks.filter((check) => check.score === score).length
  const order: readonly RecheckScore[] = ['error', 'changed_shape', 'same_shape', 'same']
  return {
    format: 'understudy.recheck/1',
    failed: count('error') + count('changed_shape') > 0,
    counts: {
      same: count('same'),
      same_shape: count('same_shape'),
      changed_shape: count('changed_shape'),
      error: count('error'),
    },
    checks: checks.toSorted((a, b) => order.indexOf(a.score) - order.indexOf(b.score)),
    skipped: countAlike(results.flatMap(({ skipped }) => skipped)),
    unavailable: [...results.flatMap(({ unavailable }) => unavailable), ...unusable],
  }
}

function countAlike(skipped: readonly Skipped[]): SkippedRecordings[] {
  const counts = new Map<string, SkippedRecordings>()
  for (const each of skipped) {
    const id = JSON.stringify(each)
    counts.set(id, { ...each, count: (counts.get(id)?.count ?? 0) + 1 })
  }
  return [...counts.values()]
}
