/** Rehearses a program or a workflow and shows the report. */
import { isWorkflowName } from '../../plan/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { readInputs } from '../dry-run/inputs.js'
import { rehearseOnce } from '../dry-run/rehearse-once.js'
import { withServers } from '../dry-run/with-servers.js'
import type { DryRunSettings } from '../dry-run-settings.js'
import type { ExitCode } from '../exit-code.js'
import type { PrewarmedSandbox } from '../prewarmed-sandbox.js'
import type { ServerChoice } from '../server-options.js'

export async function dryRun(
  settings: DryRunSettings,
  choice: ServerChoice,
  prewarmed: PrewarmedSandbox,
  io: DiscreetIo,
): Promise<ExitCode> {
  const { createTypeStripper, prepareProgram } = await import('../../program/index.js')
  await using stripper = createTypeStripper()
  if (settings.watch) {
    const { watchDryRun } = await import('../dry-run/watch.js')
    return await watchDryRun(settings, choice, { prewarmed, stripper }, io)
  }
  // Before any server is started: what cannot be read needs none.
  const inputs = await readInputs(settings, io)
  // Whoever takes types off is slow to start, and does so while servers do; what is wrong with the program the rehearsal tells.
  if (!isWorkflowName(settings.fileName))
    prepareProgram(inputs.plan, { fileName: settings.fileName, stripper }).catch(() => undefined)
  return await withServers(settings, choice, io, (servers) =>
    rehearseOnce({ settings, inputs, servers, prewarmed, stripper }, io),
  )
}
