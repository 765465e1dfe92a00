/** The body of a response on its way to the client: as it comes, or once what it says is stored. */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Durability } from './durability.js'
import type { RequestTap } from './tap-request.js'

export interface PassedResponse {
  readonly response: IncomingMessage
  readonly outgoing: ServerResponse
  readonly tap: RequestTap | undefined
  /** Told once how it ended. */
  readonly over: RequestTap['over']
}

/** Bytes first, then the tap: what it takes its time for is on its way. */
export function passAtOnce({ response, outgoing, tap, over }: PassedResponse): void {
  response.pipe(outgoing)
  response.on('data', (chunk: Uint8Array) => tap?.responseChunk(chunk))
  response.on('end', () => over('whole'))
  response.on('error', () => {
    over('server-gone')
    outgoing.destroy()
  })
}

/**
 * The tap first. An event of a stream is read with its last chunk; all else, what is compressed too, when the body is over: of that
 * the last chunk waits until then.
 */
export async function passOnceStored(passed: PassedResponse, durability: Durability): Promise<void> {
  const { response, outgoing, tap, over } = passed
  const isReadAsItComes = isPlainStream(response)
  let held: Uint8Array | undefined
  const handOn = async (chunk: Uint8Array | undefined): Promise<void> => {
    if (chunk === undefined || outgoing.destroyed) return
    await durability.stored()
    if (!outgoing.write(chunk)) await once(outgoing, 'drain', { signal: gone(outgoing) })
  }
  try {
    for await (const chunk of response) {
      await handOn(held)
      held = chunk
      tap?.responseChunk(chunk)
      if (!isReadAsItComes) continue
      held = undefined
      if (tap?.isTooLong() === true) durability.lose()
      await handOn(chunk)
    }
    over('whole')
    await tap?.settled
    if (tap?.isTooLong() === true) durability.lose()
    await durability.stored()
    outgoing.end(held)
  } catch {
    // The server or the client is gone, or nothing may be handed on any more, which its signal tells.
    over('server-gone')
    outgoing.destroy()
  }
}

function isPlainStream({ headers }: IncomingMessage): boolean {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers
  return encoding === 'identity' && /^\s*text\/event-stream\s*(?:;|$)/i.test(type)
}

function gone(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (outgoing.destroyed) controller.abort()
  else outgoing.once('close', () => controller.abort())
  return controller.signal
}
