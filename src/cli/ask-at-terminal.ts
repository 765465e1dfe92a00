/** One question to the person at the terminal. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { messageOf, UsageError } from '../base/index.js'

export interface TerminalQuestion {
  /** What is written does not appear. */
  readonly isHidden: boolean
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  readonly signal: AbortSignal
}

/**
 * The line that the person writes, without its end. The terminal is as before when this is over.
 * @throws UsageError USAGE when the input ends before an answer
 * @throws the signal's reason when that aborts
 */
export async function askAtTerminal(question: string, how: TerminalQuestion): Promise<string> {
  const { isHidden, input, output, signal } = how
  signal.throwIfAborted()
  output.write(question)
  // The line editor writes what is typed: nowhere, where it is a secret.
  const echo = isHidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : output
  const lines = createInterface({ input, output: echo, terminal: true, historySize: 0, prompt: '' })
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve)
      lines.once('close', () => reject(new UsageError('USAGE', 'Cannot go on: the question had no answer')))
      // The line editor takes the key before the terminal makes a signal of it.
      lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
      signal.addEventListener('abort', () => reject(abortReason(signal)), { once: true })
    })
  } finally {
    lines.close()
    if (isHidden) output.write('\n')
  }
}

function abortReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error(messageOf(reason))
}
