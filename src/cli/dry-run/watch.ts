/** `--watch`: rehearses again whenever a file of the rehearsal changes, until the user has enough. */
import { inOneLine } from '../../base/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import type { DryRunSettings } from '../dry-run-settings.js'
import { describeError, type ExitCode, exitCodeFor, renderError } from '../exit-code.js'
import type { ServerChoice } from '../server-options.js'
import { DEFAULT_SETTINGS } from '../settings.js'
import { type FileWatch, watchFiles } from './file-watch.js'
import { readInputs } from './inputs.js'
import { type RehearsalOrder, rehearseOnce } from './rehearse-once.js'
import { withServers } from './with-servers.js'

/** Resolves when the signal aborts: no error of a round ends it. */
export async function watchDryRun(
  settings: DryRunSettings,
  choice: ServerChoice,
  ready: ReadyForPrograms,
  io: DiscreetIo,
): Promise<ExitCode> {
  const startingFiles = filesOfServers(settings, choice)
  const files = watchFiles([...new Set([...filesOfRounds(settings), ...startingFiles])], io)
  const watching = { settings, choice, ready, files, startingFiles }
  while (!io.signal.aborted) {
    await toldWhenFailed(settings, io, () => roundsWithServers(watching, io))
  }
  // How the process ends is told by the signal.
  return exitCodeFor({})
}

/** What programs take that is slow to start: it serves all rounds. */
export type ReadyForPrograms = Required<Pick<RehearsalOrder, 'prewarmed' | 'stripper'>>

interface Watching {
  readonly settings: DryRunSettings
  readonly choice: ServerChoice
  readonly ready: ReadyForPrograms
  readonly files: FileWatch
  /** Those that say how servers are started. */
  readonly startingFiles: readonly string[]
}

/** Asks the servers once, and rehearses until a file says that they are started in another way. */
async function roundsWithServers(watching: Watching, io: DiscreetIo): Promise<void> {
  const { settings, choice, ready, files, startingFiles } = watching
  let changed: readonly string[] = []
  const isStarted = await toldWhenFailed(settings, io, async () => {
    // What cannot be read needs no servers.
    await readInputs(settings, io)
    await withServers(settings, choice, io, async (servers) => {
      do {
        await toldWhenFailed(settings, io, async () => {
          const inputs = await readInputs(settings, io)
          const onReport = (): void => clearScreen(settings, io)
          await rehearseOnce({ settings, inputs, servers, ...ready, onReport }, io)
        })
        changed = await nextChange(files, io)
      } while (!changed.some((file) => startingFiles.includes(file)))
    })
  })
  if (!isStarted) await nextChange(files, io)
}

/** False when the work failed, which is told; what fails because the user has had enough is not. */
async function toldWhenFailed(
  { format }: DryRunSettings,
  io: DiscreetIo,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (failure) {
    if (io.signal.aborted) return false
    if (format === 'json') io.stderrJson(describeError(failure))
    else io.stderr(renderError(failure))
    return false
  }
}

/** @throws the signal's reason when aborted */
async function nextChange(files: FileWatch, io: DiscreetIo): Promise<readonly string[]> {
  io.signal.throwIfAborted()
  io.stderr('Watching for changes; Ctrl-C ends\n')
  const changed = await files.changed()
  io.stderr(`Changed: ${inOneLine(changed.join(', '), 200)}\n`)
  return changed
}

/** Where a person reads one report after the other; what is piped somewhere keeps every line. */
function clearScreen({ format }: DryRunSettings, io: DiscreetIo): void {
  if (io.stdoutIsTty && format === 'text') io.stdoutMade('\u001b[2J\u001b[3J\u001b[H')
}

function filesOfRounds({ file, stubs, policy }: DryRunSettings): readonly string[] {
  return [file, stubs, policy].filter((each) => each !== undefined)
}

function filesOfServers(
  { settings }: DryRunSettings,
  { config, toolFiles }: ServerChoice,
): readonly string[] {
  return [
    ...(config === undefined ? [] : [config]),
    ...toolFiles,
    ...(settings === undefined ? DEFAULT_SETTINGS : [settings]),
  ]
}
