/** Makes one call in a copy before a person is asked about it: as a plan of this call alone, rehearsed without stubs and recordings. */
import { UnderstudyError, UsageError, waitFor } from '../../base/index.js'
import { type ToolCall, toolRef } from '../../call/index.js'
import { recordingRules } from '../../config/index.js'
import { rehearse } from '../../dryrun/index.js'
import type { ToolRegistry } from '../../registry/index.js'
import { escapeReferences } from '../../workflow/index.js'
import type { Foresee, Foresight } from '../approvals/foresight.js'
import type { GatewayWorld } from '../opening/gateway-world.js'
import { keepSeen } from './keep-seen.js'
import type { TakenCopies } from './taken-copies.js'

export type TakeCopies = (signal: AbortSignal) => Promise<TakenCopies>

/** A copy that takes too long, or cannot be made, leaves the question as it is. */
export function foreseeIn(world: GatewayWorld, registry: ToolRegistry, take: TakeCopies): Foresee {
  const { clock } = world
  return async (call) => {
    if (!isStartedHere(call, world)) return undefined
    const over = new AbortController()
    const { signal = over.signal } = call
    const late = new UsageError('USAGE', 'A copy took too long for a question')
    try {
      const foreseen = tryCall(call, {
        world,
        registry,
        take,
        signal: AbortSignal.any([signal, over.signal]),
      })
      return await waitFor(foreseen, { timeoutMs: MOST_MS, onTimeout: () => late, clock })
    } catch (failure) {
      signal.throwIfAborted()
      if (failure instanceof UnderstudyError) return undefined
      throw failure
    } finally {
      over.abort(late)
    }
  }
}

const MOST_MS = 20_000

function isStartedHere({ server }: ToolCall, { entries }: GatewayWorld): boolean {
  return entries.some(({ name, launch }) => name === server && launch.kind === 'stdio')
}

interface Trial {
  readonly world: GatewayWorld
  readonly registry: ToolRegistry
  readonly take: TakeCopies
  readonly signal: AbortSignal
}

async function tryCall(
  call: ToolCall,
  { world, registry, take, signal }: Trial,
): Promise<Foresight | undefined> {
  const { effects, policy, settings, secrets, clock } = world
  await using copied = await take(signal)
  if (!copied.contacted.some(({ server }) => server === call.server)) return undefined
  const { calls, effects: seen } = await keepSeen(world, (onObserved) =>
    rehearse(planOf(call), {
      onObserved,
      ...{ fileName: 'question.json', effects, signal, now: clock.now() },
      redaction: recordingRules(world.settings, true).redaction,
      ...(policy === undefined ? {} : { policy }),
      tools: registry,
      copies: copied.source(registry),
      secrets: [...secrets, ...(settings.recordings.redact.values ?? [])],
    }),
  )
  const [made] = calls
  if (made === undefined || seen === undefined) return undefined
  const doubt = made.not_from_copy ?? (made.source === 'copy' ? undefined : 'the server was not asked there')
  return {
    files: [...seen.files, ...seen.late],
    outcome: made.outcome,
    ...(doubt === undefined ? {} : { doubt }),
  }
}

/** What looks like a reference is text. */
function planOf(call: ToolCall): string {
  const task = { id: 'question', tool: toolRef(call), arguments: call.arguments ?? {} }
  return escapeReferences(JSON.stringify({ tasks: [task] }))
}
