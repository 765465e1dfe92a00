/** What happened, call by call: the native trace, in every mode. */
import { type Clock, defined } from '../base/index.js'
import type { Answer, Provenance } from './answer.js'
import type { Answerer } from './chain.js'
import { type ToolCall, type ToolRef, toolRef } from './tool-call.js'

export type TraceEvent = ToolStart | ToolEnd

export interface ToolStart {
  readonly type: 'tool_start'
  /** Rises by one with every event of a trace. */
  readonly sequence: number
  readonly call: number
  readonly tool: ToolRef
  readonly arguments?: ToolCall['arguments']
}
export interface ToolEnd {
  readonly type: 'tool_end'
  readonly sequence: number
  readonly call: number
  readonly tool: ToolRef
  readonly arguments?: ToolCall['arguments']
  /** `failed`: the call threw; there is no outcome. */
  readonly outcome: Answer['outcome']['kind'] | 'failed'
  readonly provenance?: Provenance
  /** Milliseconds that the answerers took. */
  readonly elapsedMs: number
}

/** The first link of every chain: reports each call and how it ended. `onEvent` must not throw. */
export function traceAnswerer(onEvent: (event: TraceEvent) => void, clock: Clock): Answerer {
  let sequence = 0
  return {
    name: 'trace',
    async answer(call, next) {
      const about = {
        call: call.n,
        tool: toolRef(call),
        ...defined({ arguments: call.arguments }),
      }
      const startedAt = clock.monotonic()
      const end = () => ({
        type: 'tool_end' as const,
        sequence: sequence++,
        ...about,
        elapsedMs: clock.monotonic() - startedAt,
      })
      onEvent({ type: 'tool_start', sequence: sequence++, ...about })
      try {
        const answer = await next(call)
        onEvent({ ...end(), outcome: answer.outcome.kind, provenance: answer.provenance })
        return answer
      } catch (failure) {
        onEvent({ ...end(), outcome: 'failed' })
        throw failure
      }
    },
  }
}
