/** Tells how often real runs went as their rehearsals said. */
import { defined } from '../../base/index.js'
import { type Calibration, calibrate, readWent, type Share } from '../../plan/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import { type JournalNamed, openedJournal } from '../opened-journal.js'
import { renderCalibration } from '../runs/render-calibration.js'

export interface CalibrationRequest extends JournalNamed {
  readonly format: 'text' | 'json'
  readonly server?: string
  readonly source?: string
  /** Of the runs called pass, the share that has to have gone as said. */
  readonly failBelow?: number
}

export async function calibration(request: CalibrationRequest, io: DiscreetIo): Promise<ExitCode> {
  const { server, source, failBelow } = request
  await using journal = await openedJournal(request, io)
  const runs = await journal.list()
  const went = runs.flatMap((run) => (run.went === undefined ? [] : (readWent(run.went) ?? [])))
  const found = calibrate(went, defined({ server, source }))
  if (request.format === 'json') io.stdoutJson(found)
  else io.stdout(renderCalibration(found))
  return failBelow === undefined ? exitCodeFor({}) : judge(found, failBelow, io)
}

/** Nothing to judge by is no pass. */
function judge({ runs: { pass } }: Calibration, least: number, io: DiscreetIo): ExitCode {
  if (pass.of === 0) {
    io.stderr('There is no run here of a rehearsal that was called pass: nothing can be said of them\n')
    return exitCodeFor({ incomplete: true })
  }
  const failed = shareOf(pass) < least
  if (failed)
    io.stderr(`Of ${pass.of} runs called pass ${pass.as_said} went as said, which is less than ${least}\n`)
  return exitCodeFor({ failed })
}

function shareOf({ as_said: asSaid, of }: Share): number {
  return asSaid / of
}
