/** Asking again what was asked before: a program that waits for something that happens elsewhere. */
import { canonicalJson } from '../base/index.js'
import { type Source, type ToolCall, toolRef } from '../call/index.js'
import type { LedgerEntry } from './ledger.js'

/**
 * True when a tool was asked the same twice and was answered from what stands still: for real, time may have moved in between, and
 * whatever a program does because nothing happens may not come to that. In a copy the world does move, but hardly any time passes:
 * there a poll is what got the same answer again, or another one although nothing that is known to write was called in between.
 */
export function isPolling(entries: readonly LedgerEntry[], writes: (call: ToolCall) => boolean): boolean {
  const asked = new Map<string, { readonly heard: Set<string>; at: number }>()
  const isWrite = entries.map(({ call }) => writes(call))
  return entries.some(({ call, answer }, i) => {
    const { source } = answer.provenance
    if (!STANDING_STILL.has(source)) return false
    const question = questionOf(call)
    const heard = source === 'copy' ? JSON.stringify(answer.outcome) : ''
    const before = asked.get(question)
    if (before === undefined) {
      asked.set(question, { heard: new Set([heard]), at: i })
      return false
    }
    if (before.heard.has(heard)) return true
    const isUntouched = !entries
      .slice(before.at + 1, i)
      .some((between, k) => isWrite[before.at + 1 + k] === true && questionOf(between.call) !== question)
    before.heard.add(heard)
    before.at = i
    return isUntouched && isWrite[i] === false
  })
}

function questionOf(call: ToolCall): string {
  return `${toolRef(call)} ${canonicalJson(call.arguments ?? {})}`
}

const STANDING_STILL: ReadonlySet<Source> = new Set(['copy', 'stub', 'overlay', 'recording'])
