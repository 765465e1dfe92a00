/** A response that was no stream, once it is the last word. */
import { isJsonObject, type JsonValue } from '../../base/index.js'
import { deliverLine } from '../deliver-line.js'
import type { TransportReceiver } from '../transport.js'
import { mediaType } from './http-exchange.js'
import type { Post, Reply } from './post.js'
import type { Body } from './read-body.js'

/**
 * Tells what the reply holds. Of an HTTP error only what answers the POST is told: the rest belongs to the error that is thrown.
 * True when nothing is owed any more through it.
 */
export function hearReply(reply: Reply, post: Post, to: Listener, maxBytes: number): boolean {
  const { status, headers, body } = reply
  const isSuccess = status >= 200 && status < 300
  let isHeard = false

  function message(value: JsonValue, text?: string): void {
    if (!isSuccess && !post.isText && !post.isAnsweredBy(value)) return
    const problem = problemOfStatus(status, value)
    if (problem !== undefined) to.misdelivered?.(problem)
    to.message(value, text)
    to.answered(value, post)
    isHeard = post.isText || post.isAnswered
  }

  const noise: Listener['noise'] = (heard) => isSuccess && to.noise(heard)
  if (isSuccess && body.text !== '' && mediaType(headers) !== 'application/json')
    to.noise({
      ...{ line: body.text, place: BODY },
      reason: `its content type is ${JSON.stringify(mediaType(headers))}`,
    })
  else
    deliverBody(body, { to: { message, noise, answered: () => undefined }, maxBytes, place: BODY }, undefined)
  return isHeard
}

/** The body of a response, or the data of an event, becomes a message or is told as noise. Whoever is told what came. */
export interface Listener extends Pick<TransportReceiver, 'message' | 'noise' | 'lost' | 'misdelivered'> {
  /** What came on the stream of a POST, or on the one on which the server speaks unasked: what it answers is owed no more. */
  answered(value: JsonValue, post: Post | undefined): void
}

/** Tells `to` what the body holds, then what that answers. An empty body is nothing. `place` begins a sentence about noise. */
export function deliverBody(
  { text, isUtf8 }: Body,
  { to, maxBytes, place }: { readonly to: Listener; readonly maxBytes: number; readonly place: string },
  post: Post | undefined,
): void {
  if (text === '') return
  const noise: Listener['noise'] = (heard) => to.noise({ ...heard, place })
  deliverLine(
    { text, isUtf8, isFinished: true },
    {
      noise,
      message(value, written) {
        to.message(value, written)
        to.answered(value, post)
      },
    },
    maxBytes,
  )
}

export const EVENT = 'an event of a stream'
const BODY = 'the body of a response'

/** A result comes with 200; an error may come with the status of an error too (specification: basic/transports, sending messages). */
function problemOfStatus(status: number, value: JsonValue): string | undefined {
  const isResult = isJsonObject(value) && 'result' in value
  if (status === 200 || (status >= 400 && !isResult)) return undefined
  return `${isResult ? 'a result' : 'a message'} came with HTTP ${status}, where an answer comes with 200`
}
