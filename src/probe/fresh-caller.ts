/** Calls where each `open` of the server begins in a world as it stands: nothing that an earlier call did decides what is found. */
import type { JsonObject } from '../base/index.js'
import type { LiveCaller } from './live-caller.js'
import type { CallReport, ProbeCaller } from './probe-caller.js'
import { readRejection } from './read-rejection.js'

/** What calls leave in the world in which the server was opened last. */
export interface CallTraces {
  /** Whether a file changed since it was last asked. */
  changed(): Promise<boolean>
  /** How often something tried to reach out of it. */
  networkAttempts(): number
}

/**
 * Opens the server again before a call where the one before was of another tool, wrote, broke something, or was an error that was no
 * refusal of its arguments. What a server did when it could not reach out is no evidence. Whoever made `live` closes it.
 */
export function createFreshCaller(live: LiveCaller, traces: CallTraces): ProbeCaller {
  let lastTool: string | undefined
  let isSpoilt = false

  async function renew(): Promise<void> {
    if (lastTool === undefined) return
    await live.restart()
    lastTool = undefined
    isSpoilt = false
  }

  async function call(tool: string, args: JsonObject): Promise<CallReport> {
    if (isSpoilt || (lastTool !== undefined && lastTool !== tool)) await renew()
    lastTool = tool
    const before = traces.networkAttempts()
    const report = await live.call(tool, args)
    isSpoilt = leavesDoubt(report) || (await traces.changed())
    return traces.networkAttempts() > before ? { ...report, noEvidence: REACHED_OUT } : report
  }

  return {
    stray: live.stray,
    call,
    renew,
    async restart() {
      lastTool ??= ''
      await renew()
    },
  }
}

const REACHED_OUT = 'it tried to reach out, and a copy has no network'

function leavesDoubt({ event }: CallReport): boolean {
  if (event.kind !== 'answered') return true
  return event.outcome.kind !== 'result' && readRejection(event.outcome) === undefined
}
