/** The headers that a message of a client on stdio has over HTTP, as far as the transport does not know them by itself. */
import { defined, isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import { classifyMessage, createModernCodec, META_KEYS, type RpcId } from '../protocol/index.js'

export interface BridgeHeaders {
  /** Of a message, or a batch, that the client sends. Notes what it asks. */
  of(message: JsonValue): Readonly<Record<string, string>>
  /** Learns from what the server says: what the handshake agreed on, and which arguments travel as headers. */
  hear(message: JsonValue): void
}

export function createBridgeHeaders(): BridgeHeaders {
  const codec = createModernCodec({ name: '', version: '', capabilities: {} })
  const asked = new Map<RpcId, string>()
  let agreed: string | undefined
  let claimed: string | undefined

  function noteQuestions(message: JsonValue): void {
    for (const one of Array.isArray(message) ? message : [message]) {
      const classified = classifyMessage(one)
      if (classified.kind !== 'request') continue
      const { id, method } = classified.message
      if (LEARNT_FROM.has(method)) asked.set(id, method)
    }
  }

  return {
    of(message) {
      noteQuestions(message)
      const claim = isJsonObject(message) ? claimOf(message) : undefined
      claimed = claim ?? claimed
      if (claim !== undefined && isJsonObject(message)) {
        const params = isJsonObject(message.params) ? message.params : undefined
        return { ...codec.headersOf(String(message.method), params), 'mcp-protocol-version': claim }
      }
      const revision = agreed ?? claimed
      return defined({ 'mcp-protocol-version': revision })
    },
    hear(message) {
      for (const one of Array.isArray(message) ? message : [message]) {
        const classified = classifyMessage(one)
        if (classified.kind !== 'result') continue
        const { id, result } = classified.message
        const method = asked.get(id)
        asked.delete(id)
        if (method === 'tools/list') codec.readToolPage(result)
        if (method === 'initialize' && isJsonObject(result) && typeof result.protocolVersion === 'string')
          agreed = result.protocolVersion
      }
    },
  }
}

const LEARNT_FROM: ReadonlySet<string> = new Set(['initialize', 'tools/list'])

/** The revision that a message of the modern era names. */
export function claimOf({ params }: JsonObject): string | undefined {
  const meta = isJsonObject(params) ? params._meta : undefined
  const claim = isJsonObject(meta) ? meta[META_KEYS.PROTOCOL_VERSION] : undefined
  return typeof claim === 'string' ? claim : undefined
}
