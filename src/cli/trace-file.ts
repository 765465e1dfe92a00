/** `--trace FILE`: every frame that goes over the wire, one JSON object a line. */
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { reasonOf, StoreError } from '../base/index.js'
import { createRedactor, type Redactor } from '../recording/redaction/index.js'
import type { TapEvent } from '../transport/index.js'
import type { CliIo } from './cli-io.js'

export interface FrameTrace extends Disposable {
  /**
   * A listener for one server's wire. `copy`: in which copy of this machine it runs, from 1; `contact`: which connection it is of those
   * that a rehearsal asks for real, from 1.
   */
  tap(
    server: string,
    which?: { readonly copy: number } | { readonly contact: number },
  ): (event: TapEvent) => void
  /** Why frames are missing; undefined while the file is whole. */
  readonly failure: StoreError | undefined
}

/**
 * Runs the work with a trace where `--trace` asks for one. The file is written anew, readable for its owner only, and secrets
 * of the servers' environments are replaced in it.
 * @throws StoreError WRITE_FILE_FAILED, also after the work when the trace could not be written to its end
 */
export async function withFrameTrace<T>(
  { traceFile }: { readonly traceFile?: string },
  { secrets }: { readonly secrets: readonly string[] },
  io: CliIo,
  work: (trace: FrameTrace | undefined) => Promise<T>,
): Promise<T> {
  if (traceFile === undefined) return work(undefined)
  using trace = openFrameTrace(traceFile, io.cwd, createRedactor({ secrets }))
  const result = await work(trace)
  if (trace.failure !== undefined) throw trace.failure
  return result
}

function openFrameTrace(traceFile: string, cwd: string, redactor: Redactor): FrameTrace {
  const file = openAnew(traceFile, cwd)
  let open = true
  let failure: StoreError | undefined
  return {
    get failure() {
      return failure
    },
    tap: (server, which) => (event) => {
      if (!open || failure !== undefined) return
      try {
        writeSync(file, `${JSON.stringify(redactor.redact({ server, ...which, ...event }))}\n`)
      } catch (cause) {
        // Thrown here it would end the process in the middle of a message.
        failure = unwritten(traceFile, cause)
      }
    },
    [Symbol.dispose]() {
      if (open) closeSync(file)
      open = false
    },
  }
}

/** Without waiting for a reader, should it be a pipe. */
function openAnew(traceFile: string, cwd: string): number {
  try {
    const { O_CREAT, O_TRUNC, O_WRONLY, O_NONBLOCK = 0 } = constants
    return openSync(resolve(cwd, traceFile), O_CREAT | O_TRUNC | O_WRONLY | O_NONBLOCK, 0o600)
  } catch (cause) {
    throw unwritten(traceFile, cause)
  }
}

function unwritten(traceFile: string, cause: unknown): StoreError {
  return new StoreError('WRITE_FILE_FAILED', `Cannot write the trace to "${traceFile}": ${reasonOf(cause)}`, {
    hint: 'check the folder and its permissions, or leave out --trace',
    cause,
  })
}
