/** The world as the command line sees it: passed in, so that every command can be run in a test. */
import { addAbortSignal } from 'node:stream'
import { type Clock, type Environment, MAX_INPUT_BYTES, systemClock, UsageError } from '../base/index.js'
import type { Sandbox } from '../sandbox/index.js'

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
  /** Asks the person at the terminal, and resolves with the line that they write. Absent where nobody is there. */
  readonly ask?: ((question: string, how?: { readonly isHidden?: boolean }) => Promise<string>) | undefined
  readonly env: Environment
  /** Absolute path that relative paths start from. */
  readonly cwd: string
  readonly stdoutIsTty: boolean
  readonly stderrIsTty: boolean
  /** Cells in a line of the terminal that standard output is, as it is now; undefined where it is none. */
  stdoutColumns?(): number | undefined
  readonly clock: Clock
  /** Aborts when the user interrupts the command. */
  readonly signal: AbortSignal
  /** Where programs are rehearsed, which stays open; absent, in one that ends with the command. */
  readonly sandbox?: Sandbox | undefined
}

/** The process's own streams, environment and folder. */
export function processIo(signal: AbortSignal): CliIo {
  return {
    stdout: (output) => void process.stdout.write(output),
    stderr: (output) => void process.stderr.write(output),
    stdin: () => readStdin(signal),
    ask: canAsk()
      ? async (question, { isHidden = false } = {}) => {
          const { askAtTerminal } = await import('./ask-at-terminal.js')
          return askAtTerminal(question, { isHidden, signal, input: process.stdin, output: process.stderr })
        }
      : undefined,
    env: process.env,
    cwd: process.cwd(),
    stdoutIsTty: process.stdout.isTTY === true,
    stderrIsTty: process.stderr.isTTY === true,
    stdoutColumns: () => process.stdout.columns,
    clock: systemClock,
    signal,
  }
}

/**
 * Both ends are a person's: questions go to standard error, as standard output carries the result. Standard input is looked at last,
 * as to look at it is to open it.
 */
function canAsk(): boolean {
  return process.stderr.isTTY === true && process.stdin.isTTY === true
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

/** How a text on standard output is laid out: as the terminal takes it that is there. */
export function layoutFor(io: CliIo): { readonly colour: boolean; readonly columns?: number } {
  const columns = io.stdoutColumns?.()
  // A terminal that does not know how wide it is says 0.
  return { colour: wantsColour(io), ...(columns ? { columns } : {}) }
}

/** Colour only where a person looks at a terminal that wants it (NO_COLOR: no-color.org). */
function wantsColour({ env, stdoutIsTty }: CliIo): boolean {
  return stdoutIsTty && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb'
}
