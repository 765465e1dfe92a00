/** How a known agent host behaves towards a server: what it declares, what it answers, and what it would not take. */
import { type JsonObject, nearestNames, UsageError } from '../../base/index.js'
import { HOST_RESULT_TOKENS } from '../../call/index.js'
import type { ClientInfo } from '../../session/index.js'

export type HostName = 'claude-code'

export interface HostProfile {
  readonly name: string
  /** How the host introduces itself. */
  readonly clientInfo: ClientInfo
  /**
   * What the host declares, whole: a handler for anything else is refused at the start, for the host would not answer it.
   * Where it declares roots and the test gives none, the server's working folder is the only one; where it declares elicitation
   * and the test has no handler, the user is taken to have closed the dialog (`cancel`).
   */
  readonly capabilities: JsonObject
  /** An answer that takes more of its model's context is refused: see `MCPResponse.tokens`. Default: no limit. */
  readonly maxResultTokens?: number
}

/** The profile of a name, or the given one. @throws UsageError USAGE for a name that is not known */
export function hostProfile(host: HostName | HostProfile): HostProfile {
  if (typeof host !== 'string') return host
  const profile = new Map<string, HostProfile>([[CLAUDE_CODE.name, CLAUDE_CODE]]).get(host)
  if (profile !== undefined) return profile
  const [meant = CLAUDE_CODE.name] = nearestNames(host, [CLAUDE_CODE.name])
  throw new UsageError('USAGE', `Cannot imitate the host ${JSON.stringify(host)}: it is not known`, {
    hint: `the host that is known is "${meant}"; any other can be given as a profile`,
  })
}

const CLAUDE_CODE: HostProfile = {
  name: 'claude-code',
  clientInfo: { name: 'claude-code', version: '2.0.0' },
  capabilities: { roots: {}, elicitation: {} },
  maxResultTokens: HOST_RESULT_TOKENS,
}
