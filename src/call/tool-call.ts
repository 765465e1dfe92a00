/** The one thing this package is about: a call of a tool. */
import { canonicalJson, type JsonObject, positionKey } from '../base/index.js'

/** Where in the user's file a call stands; one-based. */
export interface CallSite {
  readonly line: number
  readonly column: number
}

export interface ToolCall {
  /** The number of the call in its run, from 1, in the order the calls were made. */
  readonly n: number
  readonly server: string
  readonly tool: string
  /** Absent means that no `arguments` member is sent. */
  readonly arguments?: JsonObject
  /** As a client wrote them, where a number stands in them that JavaScript cannot hold: recordings are told apart by it. */
  readonly writtenArguments?: string
  /** JSON Pointers into `arguments` where an unknown value stands (as null): nothing can be said about those places. */
  readonly unknownAt?: readonly string[]
  readonly site?: CallSite
  /** Milliseconds since the program started, in a time that is not the servers'; absent where it is theirs, or where there is none. */
  readonly atMs?: number
  /**
   * Whoever sends it to a server asks this right before, with nothing in between; when it throws nothing is sent, and the call rejects with
   * that. Of those who can tell when they send.
   */
  readonly beforeSend?: () => void
  /** Aborts the call. */
  readonly signal?: AbortSignal
}

/** A tool's full name: `server:tool`. */
export type ToolRef = `${string}:${string}`

export function toolRef(call: { readonly server: string; readonly tool: string }): ToolRef {
  return `${call.server}:${call.tool}`
}

/** `SERVER:TOOL LINE:COLUMN`, or the tool alone where nobody knows the place: the same for all calls that one place of a plan makes of one tool. */
export function siteKey(call: Pick<ToolCall, 'server' | 'tool' | 'site'>): string {
  return call.site === undefined ? toolRef(call) : `${toolRef(call)} ${positionKey(call.site)}`
}

/** The same for two calls of one tool with equal arguments, wherever they stand. */
export function questionKey(call: Pick<ToolCall, 'server' | 'tool' | 'arguments'>): string {
  const text = JSON.stringify(call.arguments ?? {})
  // Half a character has no canonical form: then the order of members counts, too.
  return `${toolRef(call)} ${text.includes('\\ud') ? text : canonicalJson(call.arguments ?? {})}`
}

/** Whether a server can be called so: `server:tool` splits at the first colon, so that a name holds none, and is not empty. */
export function isServerName(name: string): boolean {
  return name !== '' && !name.includes(':')
}

/** Splits `server:tool` at the first colon; undefined when one of the two is missing. */
export function parseToolRef(text: string): { readonly server: string; readonly tool: string } | undefined {
  const { server, tool } = splitToolRef(text)
  return server !== '' && tool !== '' ? { server, tool } : undefined
}

/** The two parts of what is known to be a reference: of a text without a colon all is the server's name. */
export function splitToolRef(ref: string): { readonly server: string; readonly tool: string } {
  const [server = '', ...tool] = ref.split(':')
  return { server, tool: tool.join(':') }
}
