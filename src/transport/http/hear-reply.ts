/** A response that was no stream, once it is the last word. */
import { isJsonObject, type JsonValue } from '../../base/index.js'
import { BODY, deliverBody, type Listener } from './deliver-body.js'
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

/** A result comes with 200; an error may come with the status of an error too (specification: basic/transports, sending messages). */
function problemOfStatus(status: number, value: JsonValue): string | undefined {
  const isResult = isJsonObject(value) && 'result' in value
  if (status === 200 || (status >= 400 && !isResult)) return undefined
  return `${isResult ? 'a result' : 'a message'} came with HTTP ${status}, where an answer comes with 200`
}
