/** Servers over HTTP that hang, each at one place and in its own manner. */

import type { ServerResponse } from 'node:http'
import { type ConnectUrlOptions, connectUrl, type Session } from '../../../src/session/index.js'
import { LEGACY_SERVER, MODERN_SERVER } from '../../fixtures/scripted-server.js'
import {
  type HeardRequest,
  type HttpServer,
  resultOf,
  sendEvents,
  sendJson,
  serveHttp,
} from '../../transport/serve-http.js'
import { clientInfo, type Outcome } from './proof.js'
import type { PumpedClock } from './pumped-clock.js'

/** A server over HTTP that hangs in its own manner at one place, and is well otherwise. */
export async function hangOverHttp(
  isMeant: (asked: HeardRequest) => boolean,
  hang: (response: ServerResponse, asked: HeardRequest) => void,
): Promise<HttpServer & { readonly hung: Promise<unknown> }> {
  let tell: () => void = () => undefined
  const hung = new Promise<void>((resolve) => {
    tell = resolve
  })
  const server = await serveHttp((asked, response) => {
    if (isMeant(asked)) {
      hang(response, asked)
      tell()
    } else answerWell(asked, response)
  })
  return { ...server, hung }
}

export function answerWell(asked: HeardRequest, response: ServerResponse): void {
  const { id, method } = asked.message
  response.setHeader('mcp-session-id', 'one')
  if (asked.method === 'GET') response.writeHead(405).end()
  else if (id === undefined || method === undefined) response.writeHead(202).end()
  else if (method === 'initialize') sendJson(response, resultOf(asked, LEGACY_SERVER))
  else if (method === 'server/discover') sendJson(response, resultOf(asked, MODERN_SERVER))
  else sendJson(response, resultOf(asked, { tools: [] }))
}

export const posts = (method: string) => (asked: HeardRequest) =>
  asked.method === 'POST' && asked.message.method === method

/** Ways not to answer, worse and worse to tell from an answer. */
export const MANNERS = {
  'sends no more than the head': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 }).flushHeaders()
  },
  'sends half a body': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 }).write('{"json')
  },
  'sends a byte now and then': (response) => drip(response, 'application/json', ' '),
  'refuses with half a body': (response) => {
    response.writeHead(500, { 'content-length': 1000 }).write('sorr')
  },
  'opens a stream without a word': (response) => sendEvents(response),
  'opens a stream that it only keeps alive': (response) => drip(response, 'text/event-stream', ':\n'),
} satisfies Readonly<Record<string, (response: ServerResponse) => void>>

export function drip(response: ServerResponse, type: string, bytes: string): void {
  response.writeHead(200, { 'content-type': type })
  const timer = setInterval(() => response.write(bytes), 10)
  response.once('close', () => clearInterval(timer))
}

export const connect = (url: string, time: PumpedClock, options: Partial<ConnectUrlOptions> = {}) =>
  connectUrl(url, { clientInfo, clock: time.clock, ...options })

/** A session that is open already, whose server then hangs; it is closed while time passes by itself. */
export async function withSession(
  time: PumpedClock,
  server: HttpServer,
  use: (session: Session) => Promise<Outcome>,
  options: Partial<ConnectUrlOptions> = {},
): Promise<Outcome> {
  const opening = connect(server.url, time, options)
  await time.until(opening)
  const session = await opening
  const outcome = await use(session)
  time.run()
  await session.close()
  return outcome
}
