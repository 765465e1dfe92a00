/** What the recorded server answered to requests that the protocol does not want so, or did not want so itself. */
import { defined, isJsonObject, type JsonObject, type JsonValue, randomName } from '../base/index.js'
import { type HttpKnowledge, httpAnomalies, isRevision } from '../protocol/index.js'
import type { HttpFacts, Recording, Redactor } from '../recording/index.js'
import { type HttpRefusal, type HttpRequestFacts, statusOfAnswer } from '../server/index.js'
import { type Exchange, isServed } from './exchange.js'
import { redactedParams } from './pool-finder.js'
import { givenBy, looseRequestKey, requestKey, stableText, type Volatile, voiceOf } from './request-key.js'

export interface HttpRefusals {
  /** Told of whoever asks: a session's client declared its capabilities once. Undefined lets the request be answered as any other. */
  refuse(facts: HttpRequestFacts, capabilities: JsonObject | undefined): Refusal | undefined
}

export interface Refusal extends HttpRefusal {
  readonly recording: Recording
}

export interface HttpRefusalOptions {
  readonly exchanges: Iterable<Exchange>
  readonly ignore: Volatile
  readonly redactor: Redactor
  readonly known: HttpKnowledge
}

export function createHttpRefusals({ exchanges, ignore, redactor, known }: HttpRefusalOptions): HttpRefusals {
  const byRequest = new Map<string, Exchange>()
  const answered = new Set<string>()
  for (const exchange of exchanges) {
    const { recording } = exchange
    const { http, method } = recording
    const question = exchange.looseKey ?? exchange.question
    const name = refusalName({ ...exchange, question, method, text: http?.text, anomalies: http?.anomalies })
    if (isRefusal(exchange)) {
      if (!byRequest.has(name)) byRequest.set(name, exchange)
    } else if (isServed(exchange)) answered.add(name)
  }
  // What was answered at another time too has its turn like everything that is asked again.
  for (const name of answered) byRequest.delete(name)

  function find(facts: HttpRequestFacts, capabilities: JsonObject | undefined): Exchange | undefined {
    const anomalies = httpAnomalies(
      {
        verb: facts.method,
        headers: facts.headers,
        ...defined({ body: facts.message }),
      },
      known,
    )
    return byRequest.get(refusalName({ ...requestIn(redactor, ignore, facts, capabilities), anomalies }))
  }

  return {
    refuse(facts, capabilities) {
      if (byRequest.size === 0) return undefined
      const exchange = find(facts, capabilities)
      return exchange === undefined
        ? undefined
        : { ...refusalOf(exchange.recording, facts), recording: exchange.recording }
    },
  }
}

function requestIn(
  redactor: HttpRefusalOptions['redactor'],
  ignore: HttpRefusalOptions['ignore'],
  { method: verb, message, text }: HttpRequestFacts,
  capabilities: JsonObject | undefined,
): Named {
  if (verb !== 'POST') return { ...NOTHING, method: `http/${verb}` }
  if (!isJsonObject(message) || typeof message.method !== 'string')
    return {
      ...NOTHING,
      method: '',
      text: text ?? (message === undefined ? undefined : JSON.stringify(message)),
    }
  const { method } = message
  const params = isJsonObject(message.params)
    ? redactedParams({ method, params: message.params }, redactor)
    : undefined
  return {
    ...{
      method,
      text: undefined,
      question: looseRequestKey({ method, params }, ignore) ?? requestKey({ method, params }),
      given: givenBy(params),
    },
    voice: voiceOf({ method, params }, capabilities),
  }
}

interface Named {
  readonly method: string
  readonly text: string | undefined
  readonly question: string
  readonly given: string
  readonly voice: string
}

const NOTHING = { text: undefined, question: '', given: '', voice: '' } as const

function refusalName({
  method,
  text,
  question,
  given,
  voice,
  anomalies,
}: Named & { anomalies: HttpFacts['anomalies'] }): string {
  const headers: JsonValue = { ...anomalies }
  if (text !== undefined) return stableText(['text', normalised(text), headers])
  return method.startsWith('http/') || method === ''
    ? stableText([method, headers])
    : stableText([method, question, given, voice, headers])
}

/** Two texts of the same JSON are the same body. */
function normalised(text: string): JsonValue {
  try {
    return stableText(JSON.parse(text))
  } catch {
    return text
  }
}

/**
 * What the machine of this package would not answer in this way: everything with headers that are wrong, whatever came of it; and
 * what has a status of its own.
 */
function isRefusal({ recording, era }: Exchange): boolean {
  const { ended, http, between, method, response } = recording
  if (ended !== 'answered' || http?.status === undefined) return false
  if (http.anomalies !== undefined) return true
  if (between.length > 0) return false
  const error = response !== undefined && 'error' in response ? response.error : undefined
  return (
    http.status >= 400 ||
    (error !== undefined && http.status !== statusOfAnswer(era, error.code)) ||
    (error !== undefined && method === 'subscriptions/listen') ||
    isIrregular(recording)
  )
}

function refusalOf({ response, http }: Recording, { message }: HttpRequestFacts): HttpRefusal {
  const status = http?.status ?? 200
  const session = http?.issuesSession === true ? { 'mcp-session-id': randomName() } : {}
  if (response === undefined) return { status, headers: session }
  const text = JSON.stringify({ jsonrpc: '2.0', ...idOf(message, http?.answerId), ...response })
  return http?.form === 'sse'
    ? { status, headers: { 'content-type': 'text/event-stream', ...session }, body: `data: ${text}\n\n` }
    : { status, headers: { 'content-type': 'application/json', ...session }, body: text }
}

function idOf(message: JsonValue | undefined, answerId: HttpFacts['answerId']): JsonObject {
  if (answerId === 'absent') return {}
  return { id: isJsonObject(message) && answerId === undefined ? (message.id ?? null) : null }
}

/** The machine refuses a request of the modern era whose envelope is not whole or names no revision, or that only the legacy era has. */
function isIrregular({ method, params }: Recording): boolean {
  const meta = isJsonObject(params?._meta) ? params._meta : {}
  if (meta[`${PREFIX}protocolVersion`] === undefined) return false
  const isWhole =
    isJsonObject(meta[`${PREFIX}clientCapabilities`]) && isRevision(meta[`${PREFIX}protocolVersion`])
  return !isWhole || LEGACY_METHODS.has(method)
}

const PREFIX = 'io.modelcontextprotocol/'
const LEGACY_METHODS: ReadonlySet<string> = new Set([
  ...['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'],
])
