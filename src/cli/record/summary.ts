/** The last line of a recorder. */
import { counted, durationText, printable } from '../../base/index.js'
import type { RecordedCounts } from '../../recording/index.js'

export interface SummarySettings {
  readonly server: string
  readonly place: string
  readonly tookMs: number
}

export function summary(counts: RecordedCounts, { server, place, tookMs }: SummarySettings): string {
  const { exchanges, errors, unanswered, leftOut, lost } = counts
  const details = [
    counted(errors, 'error'),
    ...(unanswered > 0 ? [`${unanswered} without an answer`] : []),
    ...(leftOut > 0 ? [`${counted(leftOut, 'message')} left out`] : []),
    ...(lost > 0 ? [`${lost} lost`] : []),
  ]
  const what = `Recorded ${counted(exchanges, 'exchange')} of ${printable(server)}`
  return `${what} in ${durationText(tookMs)} to ${printable(place)} (${details.join(', ')})\n`
}
