/** One call of a tool, and everything that is known of its answer. */
import { defined, type JsonObject, type JsonValue } from '../../base/index.js'
import { answerTokens, type Outcome } from '../../call/index.js'
import type { RpcFailure, RpcResult } from '../../protocol/index.js'
import type { CallOptions, Progress, TaskHandle, TaskState } from '../../session/index.js'
import type { CallWatch, Seen } from './call-watch.js'
import type { Connection } from './connect.js'
import type { EarlierAnswers } from './earlier-answers.js'
import type { HostProfile } from './host-profile.js'
import { MCPResponse, type ResponseCircumstances } from './mcp-response.js'
import type { RequestOptions, ToolCallOptions } from './request-options.js'

/** As a session takes them, and what this client adds. */
type SessionCallOptions = CallOptions & Pick<ToolCallOptions, 'progress'>

/** A call that a server works on as a task. */
export interface ClientTask extends Omit<TaskHandle, 'result' | 'state' | 'cancel'> {
  /** Asks the server how far it is. */
  state(options?: RequestOptions): Promise<TaskState>
  cancel(options?: RequestOptions): Promise<TaskState>
  /** Waits for the end as `TaskHandle.result` does, and gives what `callTool` would have given. */
  result(options?: RequestOptions): Promise<MCPResponse>
}

/** The tool and its arguments, without those when none are sent. */
export interface CallInWords {
  readonly tool: string
  readonly arguments?: JsonObject
}

/**
 * Calls, waits, and remembers the answer among the earlier ones.
 * @throws what `Session.callTool` throws; once the answer is there, what a listener of the test's has thrown first
 */
export async function callTool(
  connection: Connection,
  earlier: EarlierAnswers,
  call: CallInWords,
  options: SessionCallOptions | undefined,
): Promise<MCPResponse> {
  const { watches, clock, session } = connection
  const watch = watches.begin()
  const heard: Heard = { raw: undefined, failure: undefined }
  try {
    const startedAtMs = clock.monotonic()
    const outcome = await session.callTool(call.tool, call.arguments, listening(options, heard, watch))
    if (heard.failure !== undefined) throw heard.failure.reason
    return conclude(connection, earlier, { call, outcome, raw: heard.raw, startedAtMs, seen: watch })
  } finally {
    watches.end(watch)
  }
}

interface Heard {
  raw: RpcResult | RpcFailure | undefined
  /** What a listener of the test's has thrown first. */
  failure: Thrown | undefined
}

/**
 * Listeners of tests hold assertions: what one throws must fail the request, not the connection that calls it.
 * Asks with a listener that never throws, and rejects once the answer is there with what the test's own has thrown first.
 */
export async function guardListener<O extends CallOptions, T>(
  options: O | undefined,
  ask: (options: O | undefined) => Promise<T>,
): Promise<T> {
  const { onProgress } = options ?? {}
  if (options === undefined || onProgress === undefined) return ask(options)
  let failure: Thrown | undefined
  const answer = await ask({
    ...options,
    onProgress(progress) {
      const thrown = thrownBy(() => onProgress(progress))
      failure ??= thrown
    },
  })
  if (failure !== undefined) throw failure.reason
  return answer
}

interface Thrown {
  readonly reason: unknown
}

/** What the listener throws; undefined when it does not. */
function thrownBy(listener: () => void): Thrown | undefined {
  try {
    listener()
    return undefined
  } catch (reason) {
    return { reason }
  }
}

/** The options of the call, with listeners that note what they hear. The usual case, none, must cost next to nothing. */
function listening(options: SessionCallOptions | undefined, heard: Heard, watch: CallWatch): CallOptions {
  if (options === undefined)
    return {
      onResponse(message) {
        heard.raw = message
      },
    }
  const { progress: wantsProgress, onProgress, onResponse, ...rest } = options
  function progressed(progress: Progress): void {
    watch.progressed(progress)
    const thrown = onProgress && thrownBy(() => onProgress(progress))
    heard.failure ??= thrown
  }
  return {
    ...rest,
    ...(wantsProgress === true || onProgress !== undefined ? { onProgress: progressed } : {}),
    onResponse(message) {
      heard.raw = message
      const thrown = onResponse && thrownBy(() => onResponse(message))
      heard.failure ??= thrown
    },
  }
}

/** Waits for the end of a task, whose answer is that of the call. `raw` is rebuilt: tasks answer in more than one way. */
export async function resultOfTask(
  connection: Connection,
  earlier: EarlierAnswers,
  call: CallInWords,
  result: () => Promise<Outcome>,
): Promise<MCPResponse> {
  const { watches, clock } = connection
  const watch = watches.begin()
  try {
    const startedAtMs = clock.monotonic()
    const outcome = await result()
    return conclude(connection, earlier, { call, outcome, raw: undefined, startedAtMs, seen: watch })
  } finally {
    watches.end(watch)
  }
}

interface Answered {
  readonly call: CallInWords
  readonly outcome: Outcome
  readonly raw: RpcResult | RpcFailure | undefined
  readonly startedAtMs: number
  readonly seen: Seen
}

/** The answer with everything that is known of it, remembered. */
function conclude(
  { clock, log, host }: Connection,
  earlier: EarlierAnswers,
  { call, outcome, raw = rebuiltMessage(outcome), startedAtMs, seen }: Answered,
): MCPResponse {
  const circumstances: ResponseCircumstances = {
    call,
    progress: seen.progress,
    notifications: seen.notifications,
    asked: seen.asked,
    durationMs: clock.monotonic() - startedAtMs,
    lastEvents: log.lastFrames(LAST_EVENTS),
    stderrTail: log.lastStderr(LAST_STDERR_LINES),
    otherAnswers: earlier.others(call.tool),
  }
  const refusedByHost = refusal(host, outcome)
  const response = new MCPResponse(
    outcome,
    raw,
    refusedByHost === undefined ? circumstances : { ...circumstances, refusedByHost },
  )
  earlier.add(call.tool, response)
  return response
}

const LAST_EVENTS = 10
const LAST_STDERR_LINES = 20

function refusal(host: HostProfile | undefined, outcome: Outcome): string | undefined {
  if (host?.maxResultTokens === undefined || outcome.kind === 'rpc-error') return undefined
  const { name, maxResultTokens } = host
  const tokens = answerTokens(outcome)
  if (tokens <= maxResultTokens) return undefined
  return `the host "${name}" takes no more than ${maxResultTokens} tokens of a result, and this one has about ${tokens}`
}

/** The response to tools/call that has this outcome. */
function rebuiltMessage(outcome: Outcome): RpcResult | RpcFailure {
  const envelope = { jsonrpc: '2.0', id: 0 } as const
  if (outcome.kind === 'rpc-error') {
    const { code, message, data } = outcome
    return { ...envelope, error: { code, message, ...defined({ data }) } }
  }
  const { kind, content, structured, meta } = outcome
  return {
    ...envelope,
    result: {
      // Blocks are JSON: they came as such.
      content: content as unknown as JsonValue,
      ...defined({ structuredContent: structured }),
      ...(kind === 'tool-error' ? { isError: true } : {}),
      ...defined({ _meta: meta }),
    },
  }
}
