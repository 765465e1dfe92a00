/** The body of a response, or the data of an event, becomes a message or is told as noise. */
import type { JsonValue } from '../../base/index.js'
import { deliverLine } from '../deliver-line.js'
import type { TransportReceiver } from '../transport.js'
import type { Post } from './post.js'
import type { Body } from './read-body.js'

/** Whoever is told what came. */
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
export const BODY = 'the body of a response'
