/** Looks at a server twice, over two connections: in both eras where it has both. */
import { firstLine, isJsonObject, type JsonObject, UnderstudyError } from '../base/index.js'
import { classifyMessage, DEFAULT_ERA, type Era, type EraChoice, type Revision } from '../protocol/index.js'
import type { ServerTools } from '../registry/index.js'
import type { Progress, Session } from '../session/index.js'
import { MCPResponse, type Received } from '../testing/index.js'
import type { TapEvent } from '../transport/index.js'
import type { MakeCall, PlannedCall } from './plan-calls.js'

/** What was seen over one connection. */
export interface Look {
  readonly era: Era
  readonly revision: Revision
  readonly tools: ServerTools
  readonly resources: readonly string[]
  readonly prompts: readonly string[]
  /** In the order in which they were called. */
  readonly answers: readonly { readonly call: PlannedCall; readonly response: MCPResponse }[]
  /** Calls that were made, and gave nothing that a test could expect. */
  readonly unanswered: readonly { readonly call: PlannedCall; readonly reason: string }[]
}

export interface LookOptions {
  /** Whoever calls it closes the session. */
  readonly open: (era: EraChoice, tap: (event: TapEvent) => void) => Promise<Session>
  readonly describe: (session: Session) => Promise<ServerTools>
  /** Without a choice of the user's: both. */
  readonly eras: readonly Era[]
  /** Hears what a server answers that is asked for a list beside its tools. */
  readonly list: <T>(asked: Promise<readonly T[]>) => Promise<readonly T[]>
  /** Milliseconds that a call may take: `first` until one took longer, which a server that starts a browser for it may; then `later`. */
  readonly callTimeoutMs: { readonly first: number; readonly later: number }
  readonly signal: AbortSignal
}

/** Makes the calls of a first look at these tools. */
export type MakeCalls = (tools: ServerTools, make: MakeCall) => Promise<void>

/**
 * The second look makes the calls of the first one that were answered, in reverse order: what hangs on the order, or on the process,
 * is not the same in both.
 * @throws what `open` throws, where the server speaks neither era
 */
export async function lookTwice(options: LookOptions, makeCalls: MakeCalls): Promise<readonly [Look, Look]> {
  const [only, other] = options.eras
  const first = await lookInEras(
    options,
    other === undefined ? [only ?? DEFAULT_ERA] : ['legacy', 'auto'],
    makeCalls,
  )
  const again: MakeCalls = async (_, make) => {
    for (const { call } of [...first.answers].reverse()) await make(call)
  }
  const rest: readonly EraChoice[] =
    other === undefined || first.era === 'modern' ? [first.era] : ['auto', 'legacy']
  return [first, await lookInEras(options, rest, again)]
}

/** In the first of the eras in which the server can be reached. */
async function lookInEras(
  options: LookOptions,
  [era = DEFAULT_ERA, ...others]: readonly EraChoice[],
  makeCalls: MakeCalls,
): Promise<Look> {
  const meanwhile = createMeanwhile()
  const opened = await options.open(era, meanwhile.hear).catch((failure: unknown) => {
    if (others.length === 0 || options.signal.aborted || !(failure instanceof UnderstudyError)) throw failure
    return undefined
  })
  if (opened === undefined) return lookInEras(options, others, makeCalls)
  await using session = opened
  return await look(session, meanwhile, options, makeCalls)
}

async function look(
  session: Session,
  meanwhile: Meanwhile,
  { describe, list, callTimeoutMs, signal }: LookOptions,
  makeCalls: MakeCalls,
): Promise<Look> {
  const tools = await describe(session)
  const has = (capability: string): boolean => isJsonObject(session.capabilities[capability])
  const resources = has('resources')
    ? (await list(session.listResources({ signal }))).map(({ uri }) => uri)
    : []
  const prompts = has('prompts') ? (await list(session.listPrompts({ signal }))).map(({ name }) => name) : []
  const answers: { call: PlannedCall; response: MCPResponse }[] = []
  const unanswered: { call: PlannedCall; reason: string }[] = []
  let isOver = false
  let timeoutMs = callTimeoutMs.first

  const make: MakeCall = async (call) => {
    if (isOver) return undefined
    const progress: Progress[] = []
    let raw: MCPResponse['raw'] | undefined
    const notifications = meanwhile.begin()
    try {
      const outcome = await session.callTool(call.tool, call.arguments, {
        timeoutMs,
        signal,
        onProgress: (each) => void (progress.length < MAX_KEPT && progress.push(each)),
        onResponse: (message) => {
          raw = message
        },
      })
      const response = new MCPResponse(outcome, raw ?? NO_MESSAGE, {
        call: { tool: call.tool, arguments: call.arguments },
        progress,
        notifications,
      })
      answers.push({ call, response })
      return response
    } catch (failure) {
      if (signal.aborted || !(failure instanceof UnderstudyError)) throw failure
      isOver = failure.name === 'TransportError'
      if (failure.code === 'REQUEST_TIMEOUT') timeoutMs = callTimeoutMs.later
      unanswered.push({ call, reason: firstLine(failure) })
      return undefined
    }
  }

  await makeCalls(tools, make)
  const { era, revision } = session
  return { era, revision, tools, resources, prompts, answers, unanswered }
}

/** What a server says while it is asked something. */
interface Meanwhile {
  readonly hear: (event: TapEvent) => void
  /** The notifications from now on until it is called again, which are added as they come: the first of them. */
  begin(): readonly Received[]
}

function createMeanwhile(): Meanwhile {
  let kept: Received[] = []
  return {
    hear(event) {
      if (kept.length < MAX_KEPT) kept.push(...notificationOf(event))
    },
    begin() {
      kept = []
      return kept
    },
  }
}

/** A server that talks without end must not fill the memory; a first test says nothing of so many. */
const MAX_KEPT = 100

/** Stands where a task answered instead of a message. */
const NO_MESSAGE: MCPResponse['raw'] = { jsonrpc: '2.0', id: 0, result: {} }

function notificationOf(event: TapEvent): Received[] {
  if (event.kind !== 'received') return []
  const classified = classifyMessage(event.message)
  if (classified.kind !== 'notification') return []
  const { method, params } = classified.message
  const given: JsonObject = isJsonObject(params) ? params : {}
  return [{ method, params: given, atMs: event.atMs }]
}
