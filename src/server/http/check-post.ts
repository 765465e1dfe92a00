/** What every POST must say of itself, in both eras (specification: basic/transports). */
import type { IncomingHttpHeaders } from 'node:http'
import { type HttpRefusal, REFUSED, refusal } from './refusal.js'

export function checkPost(headers: IncomingHttpHeaders): HttpRefusal | undefined {
  const type = essenceOf(headers['content-type'])
  if (type !== 'application/json' || (headers['content-encoding'] ?? 'identity') !== 'identity')
    return refusal(415, REFUSED, 'Unsupported media type: the body must be application/json')
  if (!accepts(headers, 'application/json') || !accepts(headers, 'text/event-stream'))
    return refusal(
      406,
      REFUSED,
      'Not acceptable: the client must accept both application/json and text/event-stream',
    )
  return undefined
}

export function checkGet(headers: IncomingHttpHeaders): HttpRefusal | undefined {
  if (accepts(headers, 'text/event-stream')) return undefined
  return refusal(406, REFUSED, 'Not acceptable: the client must accept text/event-stream')
}

function accepts({ accept = '' }: IncomingHttpHeaders, type: string): boolean {
  const family = type.replace(/\/.*/, '/*')
  return accept.split(',').some((range) => [type, family, '*/*'].includes(essenceOf(range)))
}

function essenceOf(mediaType = ''): string {
  return mediaType.replace(/;.*/s, '').trim().toLowerCase()
}
