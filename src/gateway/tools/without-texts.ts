/** The report of a rehearsal as an agent gets it: which files would change and how large they are; what stands in them is for the person. */
import type { Report } from '../../dryrun/index.js'

export function withoutTexts(report: Report): Report {
  const { effects } = report
  if (effects === undefined) return report
  return {
    ...report,
    effects: { ...effects, files: effects.files.map(untold), late: effects.late.map(untold) },
  }
}

type FileEffect = NonNullable<Report['effects']>['files'][number]

function untold({ diff: _, ...told }: FileEffect): FileEffect {
  return told
}
