/** The calls of a recording, to be made once more for a first test: they reach nobody. */
import {
  canonicalJson,
  holdsWrittenNumber,
  isJsonObject,
  type JsonObject,
  UsageError,
} from '../base/index.js'
import { type Era, eraOf, isRevision } from '../protocol/index.js'
import {
  argumentsOf,
  isAnswer,
  isPostgresUrl,
  isToolRecording,
  type Recording,
  type RecordingStore,
} from '../recording/index.js'
import type { RegisteredTool } from '../registry/index.js'
import type { MakeCall, PlannedCall } from './plan-calls.js'

export interface RecordedCalls {
  /** In which it was recorded; legacy first. */
  readonly eras: readonly Era[]
  /** In their order, each once. */
  readonly calls: readonly RecordedCall[]
}

export type RecordedCall = Pick<PlannedCall, 'tool' | 'arguments'>

/**
 * `open` gives the store of a file, which is closed here.
 * @throws UsageError USAGE for a database, which tests of a folder do not have with them; what `open` throws; StoreError
 */
export async function readRecordedCalls(
  file: string,
  server: string,
  open: (file: string) => Promise<RecordingStore | undefined>,
): Promise<RecordedCalls> {
  if (isPostgresUrl(file))
    throw new UsageError('USAGE', 'Cannot write tests of recordings in a database: the tests read a file', {
      hint: 'write the file first: understudy store export --store URL --out FILE',
    })
  const eras = new Set<Era>()
  const calls = new Map<string, RecordedCall>()
  await using store = await open(file)
  for await (const recording of store?.list({ server }) ?? []) {
    if (isRevision(recording.revision)) eras.add(eraOf(recording.revision))
    const call = callIn(recording)
    if (call !== undefined) calls.set(canonicalJson(call), call)
  }
  return { eras: ERAS.filter((era) => eras.has(era)), calls: [...calls.values()] }
}

const ERAS: readonly Era[] = ['legacy', 'modern']

/** One that a client of no abilities can make again: nobody is there who would answer questions, or go on with a step. */
function callIn(recording: Recording): RecordedCall | undefined {
  const { between, params, ended, tool } = recording
  if (!isToolRecording(recording) || tool === undefined || ended !== 'answered' || !isAnswer(recording))
    return undefined
  const isAsking = between.some(({ message }) => isJsonObject(message) && 'id' in message)
  if (isAsking || params?.inputResponses !== undefined || params?.requestState !== undefined) return undefined
  const args = argumentsOf(recording) ?? {}
  // Nor does anybody here write a number that JavaScript cannot hold.
  return holdsWrittenNumber(args) ? undefined : { tool: tool.name, arguments: args }
}

/** A tool is called with the first few arguments that it was called with; of one that is not listed one call is enough. */
export async function makeRecordedCalls(
  { calls }: RecordedCalls,
  tools: readonly RegisteredTool[],
  make: MakeCall,
): Promise<void> {
  const made = new Map<string, number>()
  for (const call of calls) {
    const tool = tools.find(({ name }) => name === call.tool)
    const group = tool === undefined ? '' : `tool ${call.tool}`
    const count = made.get(group) ?? 0
    if (count >= (tool === undefined ? 1 : MAX_CALLS)) continue
    made.set(group, count + 1)
    await make({ ...call, kind: kindOf(call.arguments, tool) })
  }
}

const MAX_CALLS = 5

function kindOf(args: JsonObject, tool: RegisteredTool | undefined): PlannedCall['kind'] {
  if (tool === undefined) return 'unknown-tool'
  const { input } = tool
  // What a server may take breaks no promise of its own when it is taken.
  const isRefused = input.kind === 'compiled' && input.schema.judge(args).some((issue) => !issue.leniency)
  return isRefused ? 'invalid' : 'valid'
}
