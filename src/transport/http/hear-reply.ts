/** A response that was no stream, once it is the last word. */
import type { JsonValue } from '../../base/index.js'
import { deliverBody, type Listener } from './deliver-body.js'
import { mediaType } from './http-exchange.js'
import type { Post, Reply } from './post.js'

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
    to.message(value, text)
    post.hear(value)
    isHeard = post.isText || post.isAnswered
  }

  if (isSuccess && body.text !== '' && mediaType(headers) !== 'application/json')
    to.noise({ line: body.text, reason: `its content type is ${JSON.stringify(mediaType(headers))}` })
  else deliverBody(body, { message, noise: (noise) => isSuccess && to.noise(noise) }, maxBytes, undefined)
  return isHeard
}
