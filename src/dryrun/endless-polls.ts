/** Programs that wait for something of which nothing is known: what they wait for never comes, and all further looks would tell the same. */
import { isInvented, questionKey, siteKey, type ToolCall, toolRef } from '../call/index.js'
import { type ExecutionCall, NO_WAIT_MS } from '../execution/index.js'
import type { Ledger } from './ledger.js'

export interface EndedPolls {
  readonly call: ExecutionCall
  /** Why the run was ended, as a sentence's end; undefined where it was not. */
  why(): string | undefined
}

/**
 * Ends a run with the hundredth look for the same at the same place, where the program waited before each and nothing is known of what it
 * was told. `isDiscarded`: whether it is plain that nothing is done with the answer, so that nobody waits for it.
 */
export function endPolls(call: Ledger['call'], isDiscarded: (call: ToolCall) => boolean): EndedPolls {
  const looks = new Map<string, { readonly atMs: number; readonly count: number }>()
  let why: string | undefined
  return {
    why: () => why,
    async call(toolCall, before) {
      const answer = await call(toolCall, before)
      if (answer.unknown !== true || !isInvented(answer.provenance)) return answer
      const question = `${siteKey(toolCall)} ${questionKey(toolCall)}`
      const { atMs = 0 } = toolCall
      const last = looks.get(question)
      const hasWaited = last !== undefined && atMs - last.atMs > NO_WAIT_MS
      const count = hasWaited ? last.count + 1 : 1
      looks.set(question, { atMs, count })
      if (count < MOST_LOOKS || isDiscarded(toolCall)) return answer
      why = `it asked ${toolRef(toolCall)} the same ${count} times and waited before each: nothing is known of what it answers, and what the program waits for never came (a stub or a recording says what comes)`
      return { kind: 'refused', why }
    },
  }
}

const MOST_LOOKS = 100
