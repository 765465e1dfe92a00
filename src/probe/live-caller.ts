/** Calls a real server for a probe: watches the wire, tells silence from death, starts the server again. */
import { defined, firstLine, type JsonObject, TransportError, UnderstudyError } from '../base/index.js'
import type { Session } from '../session/index.js'
import type { TapEvent } from '../transport/index.js'
import { createViolationLog, createWireCheck, sharedProtocolSchemas } from '../wire-check/index.js'
import type { CallEvent, ProbeCaller } from './probe-caller.js'

export interface LiveCallerOptions {
  /** Starts or reaches the server; `see` wants every event of a tap on this side of the connection. */
  open(see: (event: TapEvent) => void): Promise<Session>
  /** Milliseconds that a call may take. */
  readonly timeoutMs: number
  /** Ends the probe. */
  readonly signal?: AbortSignal
}

export interface LiveCaller extends ProbeCaller, AsyncDisposable {}

/** Starts the server; disposing ends it. @throws what `open` throws */
export async function createLiveCaller(options: LiveCallerOptions): Promise<LiveCaller> {
  const { timeoutMs, signal } = options
  const stray = createViolationLog(MAX_VIOLATIONS)
  let violations = stray
  let session = await open()
  let beats = true

  function open(): Promise<Session> {
    const check = createWireCheck(sharedProtocolSchemas())
    return options.open((event) => {
      violations.add(check.see(event).filter(({ side }) => side === 'server'))
    })
  }

  async function callTool(tool: string, args: JsonObject): Promise<CallEvent> {
    try {
      const outcome = await session.callTool(tool, args, limits(timeoutMs, signal))
      return (await endsAfterAnswer()) ?? { kind: 'answered', outcome }
    } catch (error) {
      if (signal?.aborted || !(error instanceof UnderstudyError)) throw error
      return error.code === 'REQUEST_TIMEOUT' ? timedOut() : endingEvent(error)
    }
  }

  /** Waits until the server has done what it does after an answer: what it says late belongs to this call and to no other. */
  async function endsAfterAnswer(): Promise<CallEvent | undefined> {
    if (!beats) return undefined
    const beat = await heartbeat(session, Math.min(timeoutMs, BEAT_MS), signal)
    if (beat === 'alive') return undefined
    if (beat === 'silent') beats = false
    return beat === 'silent' ? undefined : { kind: 'closed', text: `Right after its answer: ${beat.text}` }
  }

  /** A short limit of calls makes no server dead that is merely busy. */
  async function timedOut(): Promise<CallEvent> {
    const beat = await heartbeat(session, BEAT_MS, signal)
    return typeof beat === 'object'
      ? { kind: 'closed', text: beat.text }
      : { kind: 'silent', limitMs: timeoutMs, isAlive: beat === 'alive' }
  }

  return {
    stray: stray.kept,
    async call(tool, args) {
      const own = createViolationLog(MAX_VIOLATIONS)
      violations = own
      try {
        return { event: await callTool(tool, args), violations: own.kept }
      } finally {
        violations = stray
      }
    },
    async restart() {
      await session.close()
      session = await open()
    },
    [Symbol.asyncDispose]: () => session.close(),
  }
}

/** How a call ended that was answered with nothing to judge. @throws the error, where it is not the server's */
function endingEvent(error: UnderstudyError): CallEvent {
  const text = endingText(error)
  switch (error.code) {
    case 'CONNECTION_CLOSED':
    // It did not start again the last time.
    case 'ALREADY_CLOSED':
    case 'WRITE_FAILED':
      return { kind: 'closed', text }
    case 'RESPONSE_INVALID':
    case 'INPUT_UNANSWERED':
    case 'MESSAGE_TOO_LARGE':
    case 'HTTP_FAILED':
    case 'RPC_ERROR':
      return { kind: 'unusable', text }
    default:
      throw error
  }
}

const MAX_VIOLATIONS = 100
const BEAT_MS = 5000

/** Whether the server answers anything at all; an error is an answer. */
async function heartbeat(
  session: Session,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<'alive' | 'silent' | { readonly text: string }> {
  try {
    const options = limits(timeoutMs, signal)
    // The modern era has no ping.
    if (session.era === 'modern') await session.request('server/discover', undefined, options)
    else await session.ping(options)
    return 'alive'
  } catch (error) {
    if (signal?.aborted || !(error instanceof UnderstudyError)) throw error
    if (error.code === 'REQUEST_TIMEOUT') return 'silent'
    return error instanceof TransportError ? { text: endingText(error) } : 'alive'
  }
}

/** How it ended, without what was tried, and what it said on standard error before. */
function endingText({ message, evidence }: UnderstudyError): string {
  const reason = firstLine(message).replace(/^Cannot .*?": /, '')
  return [reason, ...evidence.map((line) => line.trim())].join('\n')
}

function limits(timeoutMs: number, signal: AbortSignal | undefined) {
  return { timeoutMs, ...defined({ signal }) }
}
