/** Rehearses a plan, and writes a file of stubs to begin with: a draft for each answer that nobody gave. */
import { counted, writeWholeFile } from '../../base/index.js'
import { planReads } from '../../dryrun/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { draftStubs } from '../draft-stubs.js'
import { readInputs } from '../dry-run/inputs.js'
import { rehearsed } from '../dry-run/rehearse-once.js'
import { withServers } from '../dry-run/with-servers.js'
import type { DryRunSettings } from '../dry-run-settings.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import type { PrewarmedSandbox } from '../prewarmed-sandbox.js'
import type { ServerChoice } from '../server-options.js'

export interface StubsOrder {
  readonly settings: DryRunSettings
  readonly choice: ServerChoice
  readonly prewarmed: PrewarmedSandbox
  /** Absent: standard output. */
  readonly out: string | undefined
}

/** @throws UsageError for what cannot be read; what servers that cannot be asked throw */
export async function initStubs(
  { settings, choice, prewarmed, out }: StubsOrder,
  io: DiscreetIo,
): Promise<ExitCode> {
  const inputs = await readInputs(settings, io)
  return withServers(settings, choice, io, async (servers) => {
    const report = await rehearsed({ settings, inputs, servers, prewarmed }, io)
    const text = draftStubs(report, settings.fileName, await planReads(inputs.plan, settings.fileName))
    if (out === undefined) io.stdout(text)
    else {
      writeWholeFile(out, text, io.cwd)
      const drafts = text.match(/^ {2}draft: true$/gm)?.length ?? 0
      io.stderr(`Wrote ${out}: ${counted(drafts, 'draft')}\n`)
    }
    return exitCodeFor({ failed: false })
  })
}
