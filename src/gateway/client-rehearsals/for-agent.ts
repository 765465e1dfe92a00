/** What an agent hears of its rehearsal: counts and paths, and nothing that stands in files. */
import type { FinishedRehearsal } from '../tools/plans.js'
import type { RehearsalReport } from './rehearsal-report.js'

export function forAgent({
  id,
  state,
  reasons,
  calls,
  refused,
  files,
  no_way_back,
}: RehearsalReport): FinishedRehearsal {
  return {
    ...{ id, calls: calls.length, refused },
    isAppliable: state === 'waiting',
    reasons: reasons.map(({ call, what }) => ({ what, ...(call === undefined ? {} : { call }) })),
    files: files.map(({ path, change, from }) => ({ path, change, ...(from === undefined ? {} : { from }) })),
    noWayBack: no_way_back.length,
  }
}
