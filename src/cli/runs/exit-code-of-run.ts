import type { RunReport } from '../../gateway/index.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'

/** How a command ends that made a real run, or went on with one. */
export function exitCodeOfRun({ ended, in_doubt: doubts }: Pick<RunReport, 'ended' | 'in_doubt'>): ExitCode {
  const isStopped = ended === 'deviated' || ended === 'refused'
  return exitCodeFor({ refused: doubts !== undefined || isStopped, failed: ended !== 'completed' })
}
