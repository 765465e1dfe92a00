/** The world as the command line sees it: passed in, so that every command can be run in a test. */
import { addAbortSignal } from 'node:stream'
import { type Clock, MAX_INPUT_BYTES, systemClock, UsageError } from '../base/index.js'

export { packageVersion } from '../base/index.js'

export interface CliIo {
  /** The result, and nothing else. */
  stdout(text: string): void
  /** Progress, notes, errors. */
  stderr(text: string): void
  /**
   * All of standard input. Rejects with the signal's reason when that aborts.
   * @throws UsageError FILE_UNREADABLE for more than MAX_INPUT_BYTES
   */
  stdin(): Promise<Buffer>
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute path that relative paths start from. */
  readonly cwd: string
  /** Puts a question to the person at the terminal; true for a plain yes alone. Absent where nobody is there. */
  readonly ask?: (question: string, signal: AbortSignal) => Promise<boolean>
  readonly stdoutIsTty: boolean
  readonly stderrIsTty: boolean
  readonly clock: Clock
  /** Aborts when the user interrupts the command. */
  readonly signal: AbortSignal
}

/** The process's own streams, environment and folder. */
export function processIo(signal: AbortSignal): CliIo {
  return {
    stdout: (output) => void process.stdout.write(output),
    stderr: (output) => void process.stderr.write(output),
    stdin: () => readStdin(signal),
    ...(process.stdin.isTTY === true && process.stderr.isTTY === true ? { ask: askAtTerminal } : {}),
    env: process.env,
    cwd: process.cwd(),
    stdoutIsTty: process.stdout.isTTY === true,
    stderrIsTty: process.stderr.isTTY === true,
    clock: systemClock,
    signal,
  }
}

async function askAtTerminal(question: string, signal: AbortSignal): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`${question}[y/N] `, { signal })).trim())
  } finally {
    terminal.close()
  }
}

async function readStdin(signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  // An aborted read destroys the stream, so that it does not keep the process.
  for await (const chunk of addAbortSignal(signal, process.stdin)) {
    bytes += chunk.length
    if (bytes > MAX_INPUT_BYTES) {
      throw new UsageError(
        'FILE_UNREADABLE',
        `Cannot read standard input: it has more bytes than the limit of ${MAX_INPUT_BYTES}`,
      )
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Colour only where a person looks at a terminal that wants it (NO_COLOR: no-color.org). */
export function wantsColour({ env, stdoutIsTty }: CliIo): boolean {
  return stdoutIsTty && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb'
}
