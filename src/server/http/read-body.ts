/** The body of a request, up to a limit. */
import { Buffer, isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { type JsonValue, parseJson, UsageError } from '../../base/index.js'
import { RPC_CODES } from '../../protocol/index.js'
import { type HttpRefusal, REFUSED, refusal } from './refusal.js'

export type Body =
  | { readonly kind: 'message'; readonly message: JsonValue; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly refusal: HttpRefusal }
  | { readonly kind: 'refused'; readonly refusal: HttpRefusal }
  /** The client went away while it was sending. */
  | { readonly kind: 'gone' }

export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  if (Number(request.headers['content-length']) > maxBytes) return tooLarge(maxBytes)
  const bytes = await new Promise<Buffer | 'gone' | 'too-large'>((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      // The rest is read and thrown away: the client hears the refusal only once it is done, or gives up.
      if (length <= maxBytes) chunks.push(chunk)
      else resolve('too-large')
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('close', () => resolve('gone'))
    request.on('error', () => resolve('gone'))
  })
  if (bytes === 'gone') return { kind: 'gone' }
  return bytes === 'too-large' ? tooLarge(maxBytes) : parseBody(bytes, maxBytes)
}

function parseBody(bytes: Buffer, maxBytes: number): Body {
  const text = bytes.toString('utf8')
  const invalid = (code: number, message: string): Body => ({
    kind: 'text',
    text,
    refusal: refusal(400, code, message),
  })
  if (!isUtf8(bytes)) return invalid(RPC_CODES.PARSE_ERROR, 'Parse error: the body is not UTF-8')
  try {
    return { kind: 'message', message: parseJson(text, 'the body', { maxBytes }), text }
  } catch (failure) {
    // An error without a cause is a limit of ours.
    const isLimit = failure instanceof UsageError && failure.cause === undefined
    return isLimit
      ? invalid(RPC_CODES.INVALID_REQUEST, 'Invalid request: the body is nested too deep')
      : invalid(RPC_CODES.PARSE_ERROR, 'Parse error: the body is not JSON')
  }
}

function tooLarge(maxBytes: number): Body {
  const { headers, ...rest } = refusal(413, REFUSED, `The body is larger than ${maxBytes} bytes`)
  return { kind: 'refused', refusal: { ...rest, headers: { ...headers, connection: 'close' } } }
}
