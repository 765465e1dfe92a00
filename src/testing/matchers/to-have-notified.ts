/** The server notified. */
import type { TapEvent } from '../../transport/index.js'
import { isMcpResponse, type MCPResponse } from '../client/mcp-response.js'
import { type Evidence, failureMessage, nameOfAnswer } from './failure-message.js'
import { describeWhere, type Heard, heardInstead, heardWhere, type Where } from './heard.js'
import type { Matcher } from './matcher.js'
import { cannotUse } from './received.js'
import { shownLine } from './shown-text.js'

/** A client, by what this matcher looks at. */
export interface NotifiedClient {
  readonly notifications: readonly Heard[]
  readonly frames?: readonly TapEvent[]
  readonly stderr?: readonly string[]
}

/** Looks, of an answer, at what came between its request and it; of a client, at all that came. */
export const toHaveNotified: Matcher<MCPResponse | NotifiedClient, [method: string, where?: Where]> = {
  read: readNotified,
  controls: () => ['silent'],
  judge(received, [method, where], { equals }) {
    const { heard, who, evidence } = hearing(received)
    const pass = heardWhere(heard, method, where, equals).length > 0
    return {
      pass,
      message: () =>
        failureMessage(
          `${who} ${pass ? 'not to send' : 'to send'} ${shownLine(method, 50)}${describeWhere(where)}`,
          pass ? 'that it did' : heard.length === 0 ? 'no notification' : 'none such',
          heardInstead(heard, method),
          evidence,
        ),
    }
  },
}

function readNotified(received: unknown, matcher: string): MCPResponse | NotifiedClient {
  if (isMcpResponse(received) || isNotifiedClient(received)) return received
  throw cannotUse(matcher, received, 'the answer of callTool, a promise of it, or a client')
}

function isNotifiedClient(received: unknown): received is NotifiedClient {
  return (
    typeof received === 'object' &&
    received !== null &&
    'notifications' in received &&
    Array.isArray(received.notifications)
  )
}

function hearing(received: MCPResponse | NotifiedClient): {
  readonly heard: readonly Heard[]
  readonly who: string
  readonly evidence: Evidence
} {
  if (isMcpResponse(received))
    return {
      heard: received.circumstances.notifications ?? [],
      who: nameOfAnswer(received),
      evidence: received.circumstances,
    }
  const { notifications, frames = [], stderr = [] } = received
  return { heard: notifications, who: 'the server', evidence: { lastEvents: frames, stderrTail: stderr } }
}
