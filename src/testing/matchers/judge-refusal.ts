/** Is an answer a refusal of a kind, and in which form did it come? */
import { UsageError } from '../../base/index.js'
import type { MCPResponse } from '../client/mcp-response.js'
import { nameOfAnswer, responseMessage } from './failure-message.js'
import type { MatcherResult } from './matcher.js'
import { describeOutcome } from './outcome-text.js'
import { describeForm, type Refusal, type RefusalForm, readRefusal } from './refusal.js'
import { shownValue } from './shown-text.js'

interface WantedRefusal {
  readonly reason: 'unknown-tool' | 'arguments'
  /** What the answer should be, as the end of a sentence. */
  readonly told: string
  readonly as: RefusalForm | undefined
}

/** @throws UsageError USAGE for a form that there is not */
export function judgeRefusal(response: MCPResponse, { reason, told, as }: WantedRefusal): MatcherResult {
  if (as !== undefined && as !== 'rpc-error' && as !== 'tool-error')
    throw new UsageError(
      'USAGE',
      `Cannot look for a refusal as ${shownValue(as, 40)}: rpc-error or tool-error`,
    )
  const refusal = readRefusal(response)
  const isMeant = refusal?.reason === reason || refusal?.reason === 'unclear'
  const pass = isMeant && (as === undefined || refusal.form === as)
  const by = as === undefined ? '' : ` by ${describeForm(as)}`
  return {
    pass,
    message: () =>
      responseMessage(
        `${nameOfAnswer(response)} ${pass ? 'not to be' : 'to be'} ${told}${by}`,
        describeOutcome(response),
        pass ? [`  It came as ${describeForm(refusal.form)}`] : explain(response, refusal, reason),
        response,
      ),
  }
}

function explain(response: MCPResponse, refusal: Refusal | undefined, wanted: Refusal['reason']): string[] {
  const { outcome } = response
  if (outcome.kind === 'rpc-error' && outcome.code === -32601)
    return ['  -32601 says that the method is unknown; the protocol wants -32602 here']
  if (outcome.kind === 'rpc-error' && outcome.code !== -32602) return ['  The protocol wants -32602 here']
  if (refusal === undefined)
    return outcome.kind === 'tool-error'
      ? ['  Its text is no refusal: assert it with toBeToolError(text)']
      : []
  if (refusal.reason === wanted || refusal.reason === 'unclear')
    return [`  It came as ${describeForm(refusal.form)}`]
  return [
    refusal.reason === 'arguments' ? '  It is about the arguments' : '  It says that there is no such tool',
  ]
}
