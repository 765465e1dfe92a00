/** What a row of the tables of misbehaving servers says. */
import type { JsonValue } from '../../../src/base/index.js'
import type { ComplaintKind } from '../../../src/session/index.js'
import type { MockMCPClient } from '../../../src/testing/index.js'

/** One thing that a server does, and that clients get wrong, with what ours makes of it. */
export interface Misbehaviour {
  readonly points: readonly Point[]
  /** The file under test/fixtures/servers. */
  readonly server: string
  /** What the client does about it: the title is `client of SERVER WHAT`. */
  readonly what: string
  readonly start?: ClientSettings
  /** What a test does with the client, and what it sees. Default: one call of "echo" with the message "hello". */
  readonly play?: Play
  /** What `play` yields. */
  readonly expected: unknown
  /** The last things that the server said, word for word: lines that are no message, and the members of messages that matter. */
  readonly frames: readonly (string | Readonly<Record<string, unknown>>)[]
  readonly complaints?: readonly ComplaintKind[]
  /** Each must be found by the wire check, and nothing else. */
  readonly violates?: readonly RegExp[]
  /** What the client may spend on waits that run out, from the start of the server to its end. */
  readonly deadlineMs: number
  /** The nearest server that does nothing wrong: the same play yields this, without complaints and violations. */
  readonly control: {
    readonly server: string
    readonly args?: readonly string[]
    readonly expected: unknown
  }
}

export type Play = (client: MockMCPClient) => Promise<unknown>

export type ClientSettings = Omit<
  Extract<Parameters<typeof MockMCPClient.start>[0], { readonly command: unknown }>,
  'command'
>

/** What clients get wrong, and then what they hide from a test. */
export type Point = (typeof POINTS)[number]

export const POINTS = [
  'handshake',
  'answers by id',
  'requests of the server',
  'calls at once',
  'given up',
  'standard error',
  'kinds of failure',
  'kinds of content',
  'standard output',
  'failed start',
  'stopping',
  'end of the server',
  'environment',
  'lists',
  'time limits',
  'arguments',
  'empty answers',
  'readiness and state',
  'ids as strings',
  'missing content',
  'unknown fields',
  'duplicate responses',
  'result and error',
  'output schema',
  'pages',
  'descendants',
  'schemas compiled once',
  'detection of the era',
  'modern results',
  'over HTTP',
] as const

/** Calls "echo" with each message, one after the other. */
export function callsInTurn(...messages: readonly string[]): Play {
  return async (client) => {
    const seen: unknown[] = []
    for (const message of messages) seen.push(await told(client.callTool('echo', { message })))
    return seen
  }
}

/** What became of a call or a request: its outcome, its value, or the code of the error that was thrown. */
export async function told(work: Promise<unknown>): Promise<unknown> {
  try {
    const value = await work
    return typeof value === 'object' && value !== null && 'outcome' in value ? value.outcome : value
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure) return { thrown: failure.code }
    throw failure
  }
}

/** The outcome of a call that was answered with one text. */
export function said(text: string, more: Readonly<Record<string, JsonValue>> = {}): unknown {
  return { kind: 'result', content: [{ type: 'text', text }], ...more }
}

/** The frame of an answer with one text; ids count from 1, the handshake. */
export function answered(id: number | string, text: string): Readonly<Record<string, unknown>> {
  return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } }
}
