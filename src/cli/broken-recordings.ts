/** Recordings that a change of contract leaves behind: their key holds the contract, so that they are not found any more. */
import { withNearestNumbers } from '../base/index.js'
import {
  argumentsOf,
  isToolRecording,
  outcomeOf,
  type RecordingStore,
  type ToolRecording,
} from '../recording/index.js'
import {
  type ContractLock,
  createRegistry,
  type RegisteredTool,
  type ServerTools,
} from '../registry/index.js'
import type { BrokenRecording, BrokenRecordings } from '../report/index.js'
import { createSchemaCompiler } from '../schema/index.js'

/** Of the locked tools that changed or are gone, what was recorded under another contract than the live one. */
export async function brokenRecordings(
  store: RecordingStore,
  locked: ContractLock,
  live: readonly ServerTools[],
): Promise<BrokenRecordings> {
  const registry = createRegistry(live, createSchemaCompiler())
  const asked = new Set(live.map(({ server }) => server))
  const list: BrokenRecording[] = []
  let total = 0
  for (const { name: server, tools } of locked.servers.filter(({ name }) => asked.has(name)))
    for (const { name: tool, fingerprint } of tools) {
      const lookup = registry.find(server, tool)
      const now = lookup.kind === 'found' ? lookup.tool : undefined
      if (now?.fingerprint === fingerprint) continue
      for await (const recording of store.list({ server, tool })) {
        if (!isToolRecording(recording) || recording.tool.fingerprint === now?.fingerprint) continue
        total++
        if (list.length < MAX_LISTED) list.push(describeLoss(recording, now))
      }
    }
  return { total, list }
}

const MAX_LISTED = 1_000

function describeLoss(recording: ToolRecording, now: RegisteredTool | undefined): BrokenRecording {
  const { server, tool, recordedAt } = recording
  return { server, tool: tool.name, recorded_at: recordedAt, ...whatBroke(recording, now) }
}

/** Arguments and results were redacted when they were recorded: what is told of them is told of their shape. */
function whatBroke(
  recording: ToolRecording,
  now: RegisteredTool | undefined,
): Pick<BrokenRecording, 'why' | 'message'> {
  if (now === undefined) return { why: 'gone', message: 'The tool is gone' }
  const given = withNearestNumbers(argumentsOf(recording) ?? {})
  const issues = now.input.kind === 'compiled' ? now.input.schema.judge(given) : []
  const refused = issues.find(({ leniency }) => leniency === undefined)
  if (refused !== undefined)
    return { why: 'arguments', message: `Its arguments are refused now: ${refused.message}` }
  const outcome = outcomeOf(recording)
  const structured = outcome?.kind === 'result' ? outcome.structured : undefined
  const broken =
    structured !== undefined && now.output?.kind === 'compiled'
      ? // What is too large to be checked is not known to be broken.
        now.output.schema.check(structured).find(({ keyword }) => keyword !== 'complexity')
      : undefined
  if (broken !== undefined)
    return { why: 'result', message: `Its result breaks the output schema now: ${broken.message}` }
  const [doubtful] = issues
  if (doubtful !== undefined)
    return { why: 'arguments', message: `Its arguments may be refused now: ${doubtful.message}` }
  return { why: 'contract', message: 'It still fits, and was recorded under another contract' }
}
