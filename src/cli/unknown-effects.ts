/** Tools of which nobody says what they do: each call of one makes what was recorded of its server before stale. */
import { listText, printable } from '../base/index.js'
import { toolRef } from '../call/index.js'
import { policyRule } from '../effects/index.js'
import type { RecordingStore } from '../recording/index.js'

/** The tools (`server:tool`) of which the newest recording does not say it, among the first that are in the store. */
export async function unknownEffectsIn(store: RecordingStore): Promise<readonly string[]> {
  const isUnknown = new Map<string, boolean>()
  let count = 0
  for await (const { server, tool } of store.list({ method: 'tools/call' })) {
    if (tool !== undefined) isUnknown.set(toolRef({ server, tool: tool.name }), tool.effect === 'unknown')
    if (++count >= MAX_READ) break
  }
  return [...isUnknown].flatMap(([ref, is]) => (is ? [ref] : []))
}

/** For standard error, or the end of a report; empty when there is nothing to tell. */
export function unknownEffectsNote(tools: readonly string[]): string {
  return tools.length === 0 ? '' : `Note: ${describeUnknownEffects(tools)}\n`
}

/** What to tell of them, and which line settles it. */
export function describeUnknownEffects(tools: readonly string[]): string {
  const names = tools.map((tool) => printable(tool, { oneLine: true }))
  const one = tools.length === 1
  return [
    `nobody says what ${one ? 'this tool does' : 'these tools do'}: ${listText(names, MAX_SHOWN)}`,
    `  Each call of ${one ? 'it' : 'one'} makes what was recorded of its server before stale.`,
    `  If it only reads, say so in a policy, for --policy of record, call and dry-run:`,
    `  rules: [${policyRule(tools[0] ?? '')}]`,
  ].join('\n')
}

/** Enough to know a store by, and read in a moment. */
const MAX_READ = 10_000
const MAX_SHOWN = 5
