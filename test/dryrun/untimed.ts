import type { Report } from '../../src/dryrun/index.js'

/** The report without how long it took, which is all that differs between two of the same input. */
export function untimed({ timing: _, ...report }: Report): Omit<Report, 'timing'> {
  return report
}
