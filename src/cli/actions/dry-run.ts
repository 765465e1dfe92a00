/** Rehearses a program or a workflow and shows the report. */
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
  if (settings.watch) {
    const { watchDryRun } = await import('../dry-run/watch.js')
    return watchDryRun(settings, choice, prewarmed, io)
  }
  // Before any server is started: what cannot be read needs none.
  const inputs = await readInputs(settings, io)
  return withServers(settings, choice, io, (servers) =>
    rehearseOnce({ settings, inputs, servers, prewarmed }, io),
  )
}
