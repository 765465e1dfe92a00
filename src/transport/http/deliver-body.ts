/** The body of a response, or the data of an event, becomes a message or is told as noise. */
import { deliverLine } from '../deliver-line.js'
import type { TransportReceiver } from '../transport.js'
import type { Post } from './post.js'
import type { Body } from './read-body.js'

/** Whoever is told what came. */
export type Listener = Pick<TransportReceiver, 'message' | 'noise' | 'lost'>

/** Tells `to` what the body holds, then `post` what that answers. An empty body is nothing. */
export function deliverBody(
  { text, isUtf8 }: Body,
  to: Listener,
  maxBytes: number,
  post: Post | undefined,
): void {
  if (text === '') return
  const noise: Listener['noise'] = (heard) => to.noise(heard)
  deliverLine(
    { text, isUtf8, isFinished: true },
    {
      noise,
      message(value, written) {
        to.message(value, written)
        post?.hear(value)
      },
    },
    maxBytes,
  )
}
