/** The world as the command line sees it: passed in, so that every command can be run in a test. */
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { type Clock, systemClock } from '../base/index.js'

export interface CliIo {
  /** The result, and nothing else. */
  stdout(text: string): void
  /** Progress, notes, errors. */
  stderr(text: string): void
  stdin(): Promise<string>
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute path that relative paths start from. */
  readonly cwd: string
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
    stdin: () => text(process.stdin),
    env: process.env,
    cwd: process.cwd(),
    stdoutIsTty: process.stdout.isTTY === true,
    stderrIsTty: process.stderr.isTTY === true,
    clock: systemClock,
    signal,
  }
}

/** Colour only where a person looks at a terminal that wants it (NO_COLOR: no-color.org). */
export function wantsColour({ env, stdoutIsTty }: CliIo): boolean {
  return stdoutIsTty && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb'
}

/** The release's version, from its package.json. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return version
}
