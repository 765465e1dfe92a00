/** `--trace FILE`: every frame that goes over the wire, one JSON object a line. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { StoreError } from '../base/index.js'
import { createRedactor, type Redactor } from '../recording/index.js'
import type { TapEvent } from '../transport/index.js'
import type { CliIo } from './cli-io.js'

export interface FrameTrace extends Disposable {
  /** A listener for one server's wire. */
  tap(server: string): (event: TapEvent) => void
}

/**
 * Runs the work with a trace where `--trace` asks for one. The file is written anew, readable for its owner only, and secrets
 * of the servers' environments are replaced in it.
 * @throws StoreError WRITE_FILE_FAILED
 */
export async function withFrameTrace<T>(
  { traceFile }: { readonly traceFile?: string },
  { secrets }: { readonly secrets: readonly string[] },
  io: CliIo,
  work: (trace: FrameTrace | undefined) => Promise<T>,
): Promise<T> {
  if (traceFile === undefined) return work(undefined)
  using trace = openFrameTrace(resolve(io.cwd, traceFile), createRedactor({ secrets }))
  return await work(trace)
}

function openFrameTrace(path: string, redactor: Redactor): FrameTrace {
  const file = openAnew(path)
  let open = true
  return {
    tap: (server) => (event) => {
      if (open) writeSync(file, `${JSON.stringify(redactor.redact({ server, ...event }))}\n`)
    },
    [Symbol.dispose]() {
      if (open) closeSync(file)
      open = false
    },
  }
}

function openAnew(path: string): number {
  try {
    return openSync(path, 'w', 0o600)
  } catch (cause) {
    throw new StoreError('WRITE_FILE_FAILED', `Cannot write the trace to "${path}": ${String(cause)}`, {
      cause,
    })
  }
}
