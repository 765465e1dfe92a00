/** Says once more what a server said to a request: messages and questions in between, then the answer. */
import { type Clock, defined, isSameJson, type JsonObject, type JsonValue } from '../base/index.js'
import type { Redactor } from '../recording/index.js'
import type { ServiceRequest, ServiceResponse, Turn } from '../server/index.js'
import { type Exchange, responseOf } from './exchange.js'
import { isAgainstLevel } from './log-levels.js'
import { errorOf, type Miss, otherReply } from './no-match.js'
import type { Pace } from './pace.js'
import type { Pool } from './recording-index.js'
import { type AskedRequest, withoutMeta } from './request-key.js'
import { type Step, scriptOf } from './script.js'

export interface ResponseContext {
  readonly request: ServiceRequest
  /** The request with its secrets replaced. */
  readonly asked: AskedRequest
  readonly turn: Turn
  readonly exchange: Exchange
  /** Recordings of the same request: one of them goes on where the client replies otherwise. */
  readonly pool: Pool
  readonly redactor: Redactor
  readonly pace: Pace | undefined
  readonly clock: Clock
  /** True for what this client does not want to hear. */
  readonly isUnwanted: (method: string, params: JsonObject | undefined) => boolean
  readonly onMiss: (miss: Miss) => void
}

/**
 * Resolves with the answer, and with what the server said afterwards; without an answer where the server gave none, and then no
 * sooner than the recorded client stopped waiting for it, whatever the pace: silence is what was recorded. Rejects when the turn
 * is over before.
 */
export async function respond(
  context: ResponseContext,
): Promise<{ response?: ServiceResponse; after: readonly Step[] }> {
  const { request, turn, pace, redactor, clock } = context
  const questions: Question[] = []
  let { exchange } = context
  let steps = scriptOf(exchange.recording)
  let isProgressUnheard = false
  const startedMs = clock.monotonic()
  let i = 0
  for (; i < steps.length; i++) {
    const step = steps[i]
    if (step === undefined || step.atMs > exchange.recording.durationMs) break
    await pace?.until(step.atMs, turn.signal)
    isProgressUnheard = step.kind === 'tell' && (isProgressUnheard || isProgress(step))
    if (step.kind === 'tell') tell(step, exchange, context)
    else if (step.kind === 'hang-up') hangUp(context)
    else if (step.kind === 'ask') questions.push(ask(step, context))
    else {
      const question = questions[step.n]
      if (question === undefined) continue
      question.said = redactor.redact(await question.reply)
      if (isSameReply(question.said, step.reply)) continue
      const other = otherExchange(context, exchange, questions)
      if (other === undefined) return lost(context, question, step.reply)
      exchange = other.exchange
      steps = other.steps
      i = other.heardAt
    }
  }
  const { durationMs, response } = exchange.recording
  await pace?.until(durationMs, turn.signal)
  if (response === undefined) {
    await clock.sleep(2 * durationMs + IMPATIENCE_MS - (clock.monotonic() - startedMs), turn.signal)
    return { after: [] }
  }
  if (isProgressUnheard) await clock.sleep(HEARING_MS, turn.signal)
  return { response: responseOf(exchange, request.era), after: steps.slice(i) }
}

/** Clients such as those of the official SDK forget who wants progress before they hear it, where the answer comes in one piece with it. */
const HEARING_MS = 5

/** A client that waits as long as the recorded one did must have stopped waiting, also where the machine was, or is, busy. */
const IMPATIENCE_MS = 2000

function isProgress({ method }: Step & { kind: 'tell' }): boolean {
  return method === 'notifications/progress'
}

/** What the server said after its answer: all of it beside the request. */
export async function respondAfter(
  steps: readonly Step[],
  { request, pace }: ResponseContext,
): Promise<void> {
  const { connection } = request
  for (const step of steps) {
    await pace?.until(step.atMs, connection.closed)
    if (step.kind === 'tell') connection.notify(step.method, step.params)
  }
}

interface Question {
  readonly method: string
  readonly params: JsonObject | undefined
  readonly reply: Promise<JsonObject>
  /** Once it was heard. */
  said?: JsonObject
}

function tell(step: Step & { kind: 'tell' }, exchange: Exchange, context: ResponseContext): void {
  const { request, turn, isUnwanted } = context
  const { method, params, isAside } = step
  const isStubborn = isAgainstLevel(exchange, method, params)
  if (!isStubborn && isUnwanted(method, params)) return
  // Whoever serves the modern era keeps to the level of the request.
  if (isStubborn && !isAside && request.era === 'modern')
    turn.sendRaw(JSON.stringify({ jsonrpc: '2.0', method, ...defined({ params }) }))
  else if (isAside) request.connection.notify(method, params)
  else turn.notify(method, params)
}

/** Elsewhere than over HTTP a stream that ends is a connection that ends. */
function hangUp({ request, turn }: ResponseContext): void {
  if (request.http !== undefined) turn.hangUp()
}

function ask({ method, params }: Step & { kind: 'ask' }, { request, turn }: ResponseContext): Question {
  // Nobody is pinged in the modern era: the client shows that it is there by asking.
  const isMoot = method === 'ping' && request.era === 'modern'
  const reply = isMoot ? Promise.resolve({ result: {} }) : turn.ask(method, params).then(replyOf)
  // It is awaited when the recording heard it, which may be never.
  reply.catch(() => undefined)
  return { method, params, reply }
}

function replyOf(response: ServiceResponse): JsonObject {
  return 'error' in response ? { error: response.error } : { result: response.result }
}

/** An error is known by its code: what it says in words is the client's affair. */
function isSameReply(said: JsonObject, recorded: JsonObject): boolean {
  const [a, b] = [errorCode(said), errorCode(recorded)]
  if (a !== undefined || b !== undefined) return a === b
  return isSameJson(withoutMeta(said.result ?? {}), withoutMeta(recorded.result ?? {}))
}

function errorCode({ error }: JsonObject): JsonValue | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

/** Another recording in which the same was asked and replied so far, and where it had heard the last reply. */
function otherExchange(
  { pool }: ResponseContext,
  current: Exchange,
  questions: readonly Question[],
): { exchange: Exchange; steps: readonly Step[]; heardAt: number } | undefined {
  for (const exchange of pool) {
    if (exchange === current) continue
    const steps = scriptOf(exchange.recording)
    const asked = steps.filter((step) => step.kind === 'ask')
    const heard = steps.filter((step) => step.kind === 'hear')
    const replied = questions.flatMap(({ said }, n) => (said === undefined ? [] : [{ said, n }]))
    const isSame =
      questions.every(({ method, params }, n) => {
        const other = asked[n]
        return (
          other?.method === method && isSameJson(withoutMeta(other.params ?? {}), withoutMeta(params ?? {}))
        )
      }) &&
      replied.every(({ said, n }) => {
        const other = heard.find((step) => step.n === n)
        return other !== undefined && isSameReply(said, other.reply)
      })
    if (!isSame) continue
    const last = Math.max(
      ...replied.map(({ n }) => steps.findIndex((step) => step.kind === 'hear' && step.n === n)),
    )
    return { exchange, steps, heardAt: last }
  }
  return undefined
}

function lost(
  { asked, onMiss }: ResponseContext,
  { method, said = {} }: Question,
  recorded: JsonObject,
): { response: ServiceResponse; after: readonly Step[] } {
  const miss = otherReply(asked, method, said.result ?? said, recorded.result ?? recorded)
  onMiss(miss)
  return { response: { error: errorOf(miss) }, after: [] }
}
