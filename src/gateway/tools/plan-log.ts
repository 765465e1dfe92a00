/** Tells the client in its log what becomes of a plan. */
import { inOneLine, type JsonObject } from '../../base/index.js'
import type { TraceEvent } from '../../call/index.js'
import type { Requester } from '../requester.js'

export interface PlanLog {
  started(): void
  /** It is in the journal, by this name. */
  listed(id: string): void
  /** Calls that had no result are warnings. */
  onTrace(event: TraceEvent): void
  ended(how: string, resource: string): void
  /** There is no report. */
  failed(): void
}

/** Whoever asked for graver levels alone hears those alone. */
export function createPlanLog(what: string, requester: Pick<Requester, 'tell'>): PlanLog {
  const log = (level: 'info' | 'warning', data: JsonObject): void =>
    requester.tell('notifications/message', {
      level,
      logger: 'understudy',
      data: { ...data, execution: what },
    })
  return {
    started: () => log('info', { message: 'started' }),
    listed: (id) => log('info', { message: `kept in the journal as ${id}`, run: id }),
    onTrace(event) {
      if (event.type === 'tool_start' || event.outcome === 'result') return
      const tool = inOneLine(event.tool, 200)
      const note = event.provenance?.note
      const why = note === undefined ? event.outcome : `${event.outcome}, ${note}`
      log('warning', { message: `call ${event.call} of ${tool}: ${why}` })
    },
    ended: (how, resource) => log('info', { message: `ended: ${how}`, report: resource }),
    failed: () => log('warning', { message: 'could not be done' }),
  }
}
