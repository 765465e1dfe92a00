/** What tools promised before, as recorded lists of tools tell it, held against what they promise now. */
import { isJsonObject, UsageError } from '../base/index.js'
import type { ToolCall } from '../call/index.js'
import type { EarlierContract, Recording, RecordingStore } from '../recording/index.js'
import {
  createLock,
  type LockedTool,
  loadComparison,
  parseToolsFile,
  type RegisteredTool,
  type ToolRegistry,
} from '../registry/index.js'

/**
 * Every other contract that a call's tool is known to have had, the latest first. One is kept where all that changed is wording, or
 * more than before: an optional input, a result that says more. The lists of a server are read once, with the first call that asks.
 */
export function earlierContracts(
  store: RecordingStore,
  registry: ToolRegistry,
): (call: ToolCall) => Promise<readonly EarlierContract[]> {
  const listed = new Map<string, Promise<readonly LockedTool[]>>()
  return async ({ server, tool }) => {
    const lookup = registry.find(server, tool)
    if (lookup.kind === 'missing') return []
    const known = listed.get(server) ?? listedTools(store, server)
    listed.set(server, known)
    const before = (await known).filter(({ name }) => name === tool)
    const others = before.filter(({ fingerprint }) => fingerprint !== lookup.tool.fingerprint)
    return Promise.all(
      others.map(async (each) => ({
        ...(await compared(each, lockedTool(lookup.tool), server)),
        fingerprint: each.fingerprint,
      })),
    )
  }
}

/**
 * What is another thing in the contract of a recorded call since, as the lists of tools in the same store tell it: a sentence, or
 * undefined while nothing that matters is. The lists of a server are read once.
 */
export function contractChanges(
  store: RecordingStore,
): (
  server: string,
  tool: { readonly name: string; readonly fingerprint: string },
) => Promise<string | undefined> {
  const listed = new Map<string, Promise<readonly LockedTool[]>>()
  return async (server, { name, fingerprint }) => {
    const known = listed.get(server) ?? listedTools(store, server)
    listed.set(server, known)
    const [now, ...before] = (await known).filter((each) => each.name === name)
    const was = before.find((each) => each.fingerprint === fingerprint)
    return now === undefined || was === undefined ? undefined : (await compared(was, now, server)).change
  }
}

/** Of tools of one name and contract one, the latest first. */
async function listedTools(store: RecordingStore, server: string): Promise<readonly LockedTool[]> {
  const tools = new Map<string, LockedTool>()
  const seen = new Set<string>()
  for await (const recording of store.list({ server, method: 'tools/list' })) {
    const text = JSON.stringify(recording.response ?? null)
    if (seen.has(text)) continue
    seen.add(text)
    for (const tool of toolsIn(recording)) {
      const id = JSON.stringify([tool.name, tool.fingerprint])
      tools.delete(id)
      tools.set(id, tool)
    }
  }
  return [...tools.values()].reverse()
}

function toolsIn({ server, response }: Recording): readonly LockedTool[] {
  if (response === undefined || 'error' in response || !isJsonObject(response.result)) return []
  try {
    const { tools } = parseToolsFile(JSON.stringify({ tools: response.result.tools }), 'a recording', server)
    return createLock([{ server, tools }]).servers[0]?.tools ?? []
  } catch (failure) {
    // A list that cannot be read says nothing of what tools were.
    if (failure instanceof UsageError) return []
    throw failure
  }
}

function lockedTool({ server, definition }: RegisteredTool): LockedTool | undefined {
  return createLock([{ server, tools: [definition] }]).servers[0]?.tools[0]
}

async function compared(
  before: LockedTool,
  after: LockedTool | undefined,
  server: string,
): Promise<Pick<EarlierContract, 'change'>> {
  const compareContracts = await loadComparison()
  const lockOf = (tools: readonly LockedTool[]) => ({ ...createLock([]), servers: [{ name: server, tools }] })
  const change = compareContracts(lockOf([before]), lockOf(after === undefined ? [] : [after])).find(
    ({ class: name }) => name === 'breaking' || name === 'risky',
  )
  return change === undefined ? {} : { change: `${change.part}${change.pointer}: ${change.message}` }
}
