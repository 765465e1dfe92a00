/** Headers as they are passed on: all of them, in their order and spelling, but those that belong to one connection. */
import { isOwnHost } from '../protocol/index.js'

/** Names and values in turn, as Node gives and takes them. */
export type RawHeaders = readonly string[]

export interface ForwardedRequest {
  readonly upstream: URL
  /** Names of ours beside those of this machine. */
  readonly ownHosts: readonly string[]
  /** Put over what the client sends. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * A client that means us means the server, so that our name becomes the server's, as host and as origin. Any other name is passed
 * on: it is the server that refuses it.
 */
export function requestHeaders(raw: RawHeaders, { upstream, ownHosts, headers }: ForwardedRequest): string[] {
  const replaced = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  const host = firstValue(raw, 'host') ?? ''
  const kept = pairsOf(raw).flatMap(([name, value]): string[] => {
    const lower = name.toLowerCase()
    if (replaced.has(lower)) return []
    if (lower === 'host' && isOwnHost(value, ownHosts)) return [name, upstream.host]
    if (lower === 'origin' && value.replace(/^https?:\/\//, '') === host && isOwnHost(host, ownHosts))
      return [name, upstream.origin]
    return [name, value]
  })
  return [...withoutHops(kept), ...Object.entries(headers).flat()]
}

export function responseHeaders(raw: RawHeaders): string[] {
  return withoutHops(raw)
}

/** Specification: RFC 9110, 7.6.1. */
function withoutHops(raw: RawHeaders): string[] {
  const named = (firstValue(raw, 'connection') ?? '').split(',').map((name) => name.trim().toLowerCase())
  const hops = new Set([...HOP_BY_HOP, ...named])
  return pairsOf(raw).flatMap(([name, value]) => (hops.has(name.toLowerCase()) ? [] : [name, value]))
}

function firstValue(raw: RawHeaders, wanted: string): string | undefined {
  return pairsOf(raw).find(([name]) => name.toLowerCase() === wanted)?.[1]
}

function pairsOf(raw: RawHeaders): (readonly [name: string, value: string])[] {
  return raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as const] : []))
}

const HOP_BY_HOP: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
