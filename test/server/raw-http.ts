/** HTTP by hand: what a client of no library sends, and exactly what comes back. */
import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface RawRequest {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | object
}

export interface RawResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const POST_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}

/** A POST unless another method is given. A header that is given as an empty text is left out. */
export function ask(url: string, { method = 'POST', path, headers, body }: RawRequest): Promise<RawResponse> {
  const to = new URL(path ?? '', url)
  const all = { ...(method === 'POST' ? POST_HEADERS : { accept: 'text/event-stream' }), ...headers }
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  return new Promise((resolve, reject) => {
    const asked = request(
      path === undefined ? url : to,
      { method, headers: sent, agent: false },
      (response) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
          reject,
        )
      },
    )
    asked.on('error', reject)
    asked.end(typeof body === 'object' ? JSON.stringify(body) : body)
  })
}

/** The messages of a body, be it JSON or a stream of events. */
export function messagesOf({ headers, body }: RawResponse): unknown[] {
  if (headers['content-type'] !== 'text/event-stream') return [JSON.parse(body)]
  return body.split('\n').flatMap((line) => {
    const data = line.startsWith('data: ') ? line.slice('data: '.length) : ''
    return data === '' ? [] : [JSON.parse(data)]
  })
}
