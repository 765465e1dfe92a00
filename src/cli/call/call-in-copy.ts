/** One call in a throwaway copy of this machine: what comes back, and what would have changed. */
import type { JsonObject } from '../../base/index.js'
import type { Answer } from '../../call/index.js'
import type { Settings } from '../../config/index.js'
import type { SeenChange } from '../../dryrun/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import { withProgress } from '../progress.js'
import { renderChanges } from '../render-changes.js'
import { startServerInCopy } from '../server-in-copy.js'
import type { ServerChoice } from '../server-options.js'
import type { FrameTrace } from '../trace-file.js'
import { type CallTarget, callOver } from './call-over.js'
import { renderAnswer } from './render-answer.js'

export interface CopiedCall {
  readonly arguments: JsonObject
  readonly format: 'text' | 'json'
}

export interface CopySurroundings {
  readonly choice: ServerChoice
  readonly project: Settings
  readonly io: DiscreetIo
  readonly trace: FrameTrace | undefined
}

/** Text tells what would have changed on standard error, and JSON in a member of its own. */
export async function callInCopy(
  target: CallTarget,
  { arguments: args, format }: CopiedCall,
  surroundings: CopySurroundings,
): Promise<ExitCode> {
  const { choice, project, io, trace } = surroundings
  const { entry } = target
  const { describeChanges } = await import('../../dryrun/index.js')
  await using server = await withProgress(io, `Starting ${entry.name} in a copy`, () =>
    startServerInCopy(entry, choice, io, { project, tap: trace?.tap }),
  )
  const { session, copy } = server
  let answer: Answer
  try {
    answer = await callOver(session, target, args, io)
  } catch (failure) {
    // What it did before it broke would have been done all the same.
    if (format === 'text') io.stderr(told(await copy.changes(), []))
    throw failure
  }
  const changes = await copy.changes()
  await session.close()
  const late = await copy.changes({ everything: true })
  if (format === 'text') {
    io.stdout(renderAnswer(io.redact(answer)))
    io.stderr(told(changes, late))
  } else
    io.stdoutJson({
      ...answer.outcome,
      source: 'copy',
      effects: { files: described(changes), late: described(late) },
      network_attempts: copy.networkAttempts(),
    })
  return exitCodeFor({ failed: answer.outcome.kind !== 'result' })

  function described(changes: readonly SeenChange[]) {
    return describeChanges(changes, { redactor: { text: (text) => io.redact(text) } })
  }

  function told(made: readonly SeenChange[], late: readonly SeenChange[]): string {
    const [now, after] = io.redact([described(made), described(late)] as const)
    return renderChanges(now) + (after.length === 0 ? '' : `After the answer:\n${renderChanges(after)}`)
  }
}
