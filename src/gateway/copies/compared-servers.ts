/**
 * A fresh twin is no witness for what a running server holds in memory. Where the client has called the running one, both are asked the
 * same: only what the user says reads alone, what the policy allows, and what the twin has just been seen to do without a change. A
 * server's own word is not enough to call it in a rehearsal: then a twin that fails is no witness, where the running one may have been
 * told something to keep in mind.
 */
import { SessionError, TransportError, UsageError } from '../../base/index.js'
import { type ToolCall, toolRef } from '../../call/index.js'
import type { CopiedAnswer, CopiedServers } from '../../dryrun/index.js'
import type { Effects } from '../../effects/index.js'
import { decide, type Policy } from '../../policy/index.js'
import type { ToolRegistry } from '../../registry/index.js'
import type { RunningServers } from './called-servers.js'
import { isSameAnswer } from './same-answer.js'

export interface Comparison {
  readonly running: RunningServers
  readonly registry: ToolRegistry
  readonly effects: Effects
  readonly policy: Policy | undefined
  /** The user has said whether it keeps something in memory. */
  isKnown(server: string): boolean
}

/** What a running server answers otherwise is marked in the answers; so is what a server that remembers answers to a write. */
export function comparedServers(copied: CopiedServers, comparison: Comparison): CopiedServers {
  const { running, effects } = comparison
  const remembering = new Set<string>()
  /** Nobody can ask both the same any more: one world was written to. */
  let isWritten = false
  let examination: Promise<void> | undefined

  async function call(asked: ToolCall): Promise<CopiedAnswer> {
    const { server } = asked
    if (!mayRead(asked, comparison)) {
      examination ??= examineAll(asked)
      await examination
      isWritten = true
      return marked(await copied.call(asked), remembering.has(server))
    }
    if (isWritten) return marked(await copied.call(asked), remembering.has(server))
    const answer = await copied.call(asked)
    const differs = (await isCalled(server)) && (await isAnsweredOtherwise(asked, answer))
    if (differs) remembering.add(server)
    return marked(answer, differs)
  }

  async function isCalled(server: string): Promise<boolean> {
    if (!copied.servers.has(server) || comparison.isKnown(server)) return false
    return (await unlessItFails(running.callsOf(server))) !== undefined
  }

  async function isAnsweredOtherwise(asked: ToolCall, answer: CopiedAnswer): Promise<boolean> {
    const { outcome, networkAttempts, changes } = answer
    if (outcome === undefined || networkAttempts > 0) return false
    if (!effects.claimOf(asked).certain)
      return (
        changes.some(({ isInRoot }) => isInRoot) ||
        (outcome.kind !== 'result' && (await isTold(running, effects, asked.server)))
      )
    const real = await unlessItFails(running.ask(asked))
    if (real === undefined || isSameAnswer(real, outcome)) return false
    const again = await copied.call(asked)
    // What differs each time is told by nobody's memory.
    return isWritten || again.outcome === undefined || isSameAnswer(again.outcome, outcome)
  }

  /** Before the first write: afterwards nobody could tell. */
  async function examineAll({ n, signal }: ToolCall): Promise<void> {
    await Promise.all(
      [...copied.servers.keys()].map(async (server) => {
        if (!(await isCalled(server))) return
        const made = (await unlessItFails(running.callsOf(server))) ?? []
        for (const { tool, arguments: args = {} } of readsOf(server, made, comparison)) {
          const asked = { n, server, tool, arguments: args, ...(signal === undefined ? {} : { signal }) }
          if (await isAnsweredOtherwise(asked, await copied.call(asked))) remembering.add(server)
          if (remembering.has(server)) return
        }
      }),
    )
  }

  return { ...copied, call }
}

/** The client has called it with more than reads. */
async function isTold(running: RunningServers, effects: Effects, server: string): Promise<boolean> {
  const made = (await unlessItFails(running.callsOf(server))) ?? []
  return made.some((call) => effects.footprintOf(call).writes.length > 0)
}

function marked(answer: CopiedAnswer, isOfMemory: boolean): CopiedAnswer {
  return isOfMemory ? { ...answer, isOfMemory } : answer
}

/** What was read lately; and where it may have been told something to keep in mind, what can be read without saying anything. */
function readsOf(
  server: string,
  made: readonly ToolCall[],
  comparison: Comparison,
): readonly Pick<ToolCall, 'tool' | 'arguments'>[] {
  const { registry, effects } = comparison
  const lately = made.filter((call) => mayRead(call, comparison)).slice(0, MOST_READS)
  if (made.every((call) => effects.footprintOf(call).writes.length === 0)) return lately
  const tools = registry.servers.find((each) => each.server === server)?.tools ?? []
  const silent = tools
    .filter(
      ({ name, inputSchema }) => !hasRequired(inputSchema) && mayRead({ server, tool: name }, comparison),
    )
    .slice(0, MOST_READS)
  return [...lately, ...silent.map(({ name }) => ({ tool: name }))]
}

const MOST_READS = 3

function hasRequired(schema: { readonly required?: unknown }): boolean {
  return Array.isArray(schema.required) && schema.required.length > 0
}

function mayRead(
  call: Pick<ToolCall, 'server' | 'tool' | 'arguments'>,
  { effects, policy }: Pick<Comparison, 'effects' | 'policy'>,
): boolean {
  if (effects.footprintOf(call).writes.length > 0) return false
  const decision = policy && decide(toolRef(call), policy, effects.claimOf(call))
  return decision === undefined || decision === 'allow'
}

/** A running server that does not answer is no witness against its twin. */
async function unlessItFails<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asked
  } catch (failure) {
    if (failure instanceof SessionError || failure instanceof TransportError || failure instanceof UsageError)
      return undefined
    throw failure
  }
}
