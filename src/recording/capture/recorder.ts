/** Makes recordings of what passes between clients and one server. Knows no transport: whoever carries the messages shows them. */
import { type Clock, defined, isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import { HANDSHAKES, isHandshake, type ParamHeader, type Tool } from '../../protocol/index.js'
import type { RecordedEffect } from '../recording.js'
import { requestKey } from '../recording-key.js'
import type { RecordingStore } from '../recording-store.js'
import type { Redactor } from '../redaction/redactor.js'
import { calledTool } from '../request-identity.js'
import type { MessageStreamFacts } from './calls-in-flight.js'
import { type CallsInFlight, createCallsInFlight } from './calls-in-flight.js'
import { createContracts, type RecordedContract } from './contracts.js'
import type { Exchange } from './exchange.js'
import { createLedger, type Ledger } from './ledger.js'
import { createMessageStream, type MessageStream, type MessageStreamKind } from './message-stream.js'
import { toRecording } from './to-recording.js'

export interface RecorderOptions {
  readonly server: string
  /** Digest of how the server is started or reached. */
  readonly launch?: string
  /** Servers that see what this one changes: see `shareWorld`. Default: none. */
  readonly beside?: readonly string[]
  /** Its owner closes it, after `settled`. */
  readonly store: RecordingStore
  /** Asked anew for every recording, since secrets may become known on the way. */
  readonly redactor: () => Redactor
  /** Whose credentials the server was given, where a request does not say it. */
  readonly principal: string
  readonly clock: Clock
  /** What a tool promises that the server lists. */
  readonly describe: (tool: Tool) => RecordedContract
  /** What is known of a tool that was not listed here. */
  readonly contract?: (tool: string) => RecordedContract | undefined
  /** What one call does, where that is not what its tool does. Default: it is. */
  readonly effectOf?: ((tool: string, args: JsonObject) => RecordedEffect | undefined) | undefined
  /** Told once. Traffic goes on, and what can be stored is stored. */
  readonly onFailure: (failure: unknown) => void
}

export interface Recorder {
  /** A client and the server have met. */
  connect(): RecordedConnection
  /** Resolves when everything that has ended is stored, or lost. Never rejects. */
  settled(): Promise<void>
  readonly counts: RecordedCounts
  /** How often a server introduced itself, or told what its tools promise. */
  readonly lessons: number
  /** Which arguments of a tool travel as HTTP headers too, as far as its server has listed it. */
  paramHeaders(tool: string): readonly ParamHeader[] | undefined
}

export interface RecordedConnection {
  /** A way on which messages come. */
  messageStream(kind: MessageStreamKind, facts?: MessageStreamFacts): MessageStream
  /** What the handshake agreed on. */
  readonly revision: string | undefined
  /** The connection is over: what was under way is broken. Safe to call twice. */
  close(): void
}

export interface RecordedCounts {
  readonly exchanges: number
  /** Answers that are errors, of the protocol or of a tool. */
  readonly errors: number
  /** Exchanges that ended without an answer. */
  readonly unanswered: number
  /** Messages that were too many to be kept. */
  readonly leftOut: number
  /** Exchanges that could not be stored. */
  readonly lost: number
  /** Names of the tools that were called and of which nobody says what they do. */
  readonly ofUnknownEffect: readonly string[]
}

/** Creates a recorder. Nothing of it throws, whatever passes. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { server, beside = [], launch, store, redactor, principal, clock, onFailure } = options
  const contracts = createContracts(options.describe, options.contract)
  const ledger = createLedger({ server, beside, store, onFailure })
  const open = new Set<CallsInFlight>()
  const counts = noneCounted()
  const versions = createVersionWatch(options, ledger)
  const ofUnknownEffect = new Set<string>()
  let lessons = 0

  function keep(exchange: Exchange): void {
    const { end, request, generation } = exchange
    if (end === undefined) return
    const { response } = end
    tally(exchange, counts)
    if (response !== undefined && 'result' in response)
      hear(request.method, response.result, request.principal)
    const tool = calledTool(request.method, request.params)
    const contract =
      tool === undefined ? undefined : contractOfCall(contracts.of(tool), tool, request.params, options)
    if (tool !== undefined && contract?.effect === 'unknown') ofUnknownEffect.add(tool)
    const facts = { server, ...defined({ serverVersion: versions.now(), launch }), contract }
    ledger.add({
      generation,
      toRecording: (number) =>
        toRecording(exchange, end, { ...facts, redactor: redactor(), generation: number }),
    })
  }

  /** What a result says of the server itself. */
  function hear(method: string, result: JsonValue, heardAs: string): void {
    if (method === 'tools/list') contracts.learn(result)
    if (method === 'tools/list' || isHandshake(method)) lessons++
    const heard = versionIn(method, result)
    if (heard !== undefined) versions.hear(heard, heardAs)
  }

  return {
    connect() {
      const { generation, advance: onChangeNotice } = ledger
      const inFlight = createCallsInFlight({ clock, principal, generation, keep, onChangeNotice })
      open.add(inFlight)
      return connectionOf(inFlight, () => open.delete(inFlight))
    },
    async settled() {
      for (const inFlight of open) inFlight.release()
      await versions.settled()
      await ledger.settled()
    },
    paramHeaders: (tool) => contracts.paramHeaders(tool),
    get lessons() {
      return lessons
    },
    get counts() {
      return { ...counts, lost: ledger.lost, ofUnknownEffect: [...ofUnknownEffect] }
    },
  }
}

function connectionOf(inFlight: CallsInFlight, onClose: () => void): RecordedConnection {
  return {
    messageStream: (kind, facts = {}) => createMessageStream(inFlight, kind, facts),
    get revision() {
      return inFlight.revision
    },
    close() {
      inFlight.close()
      onClose()
    },
  }
}

function tally({ end, leftOut }: Exchange, counts: ReturnType<typeof noneCounted>): void {
  counts.exchanges++
  counts.leftOut += leftOut
  if (end?.ended !== 'answered') counts.unanswered++
  else if (isError(end.response)) counts.errors++
}

function noneCounted() {
  return { exchanges: 0, errors: 0, unanswered: 0, leftOut: 0 }
}

/** What one call promises and does, as far as that hangs on its arguments. */
function contractOfCall(
  contract: RecordedContract,
  tool: string,
  params: JsonObject | undefined,
  { effectOf }: RecorderOptions,
): RecordedContract {
  const { arguments: args = {} } = params ?? {}
  const effect = isJsonObject(args) ? effectOf?.(tool, args) : undefined
  return effect === undefined ? contract : { ...contract, effect }
}

/** What the server says its version is. Another one than the one that was recorded last may give other answers. */
function createVersionWatch({ server, store, redactor }: RecorderOptions, ledger: Ledger) {
  let version: string | undefined
  let comparing: Promise<void> | undefined

  async function compareWithBefore(said: string, heardAs: string): Promise<void> {
    const keys = HANDSHAKES.map((method) => requestKey({ server, method, principal: heardAs }))
    const found = await Promise.all(keys.map((key) => store.lookup(key))).catch((failure: unknown) => {
      ledger.fail(failure)
      return undefined
    })
    // Nobody can tell whether it is another version: then what was recorded before may be old.
    if (found === undefined) return ledger.advance()
    const [newest] = found
      .flatMap((each) => (each?.serverVersion === undefined ? [] : [each]))
      .sort((a, b) => (a.recordedAt < b.recordedAt ? 1 : -1))
    if (newest !== undefined && newest.serverVersion !== said) ledger.advance()
  }

  return {
    now: () => version,
    hear(heard: string, heardAs: string): void {
      // As it is stored, with which it is compared.
      const said = redactor().text(heard)
      if (said === version) return
      if (version === undefined) comparing = compareWithBefore(said, heardAs)
      else ledger.advance()
      version = said
    },
    settled: async () => comparing,
  }
}

const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'

function versionIn(method: string, result: JsonValue): string | undefined {
  if (!isJsonObject(result)) return undefined
  const meta: JsonObject = isJsonObject(result._meta) ? result._meta : {}
  const info = method === 'initialize' ? result.serverInfo : meta[SERVER_INFO]
  return isJsonObject(info) && typeof info.version === 'string' ? info.version : undefined
}

function isError(response: NonNullable<Exchange['end']>['response']): boolean {
  if (response === undefined) return false
  return 'error' in response || (isJsonObject(response.result) && response.result.isError === true)
}
