/** The door through which everything leaves: secrets are replaced in it, and what a CI system would take for a command is escaped. */
import { escapeCiCommandsInJson } from '../base/index.js'
import { createRedactor, type Redactor } from '../recording/redaction/index.js'
import { escapeCiCommands } from './ci-commands.js'
import type { CliIo } from './cli-io.js'

/** A `CliIo` whose `stdout` and `stderr` write the discreet form of what they are given. */
export interface DiscreetIo extends CliIo {
  /** From now on these values are replaced wherever they appear. */
  keepSecret(values: readonly string[]): void
  /** A value without the secrets, to be cut, aligned or written as JSON later. */
  redact<T>(value: T): T
  /** A value as `stdoutJson` writes it, for files: JSON indented by two spaces, ending in a line feed. */
  asJson(value: unknown): string
  stdoutJson(value: unknown): void
  /** Writes as it is what was made of redacted values for a reader that is not a terminal: markup, commands for a CI system. */
  stdoutMade(text: string): void
  /** A value as one line of JSON on standard error. */
  stderrJson(value: unknown): void
}

/** Tokens of known shape are replaced from the start, other secrets once they are known. */
export function createDiscreetIo(io: CliIo): DiscreetIo {
  let secrets: readonly string[] = []
  let redactor: Redactor = createRedactor({ secrets })

  const asText = (text: string): string => escapeCiCommands(redactor.text(text))
  const asJson = (value: unknown, indent = 2): string =>
    `${escapeCiCommandsInJson(JSON.stringify(redactor.redact(value), null, indent))}\n`

  return {
    ...io,
    keepSecret(values) {
      secrets = [...secrets, ...values]
      redactor = createRedactor({ secrets })
    },
    redact: (value) => redactor.redact(value),
    asJson: (value) => asJson(value),
    stdout: (text) => io.stdout(asText(text)),
    stderr: (text) => io.stderr(asText(text)),
    stdoutMade: (text) => io.stdout(text),
    stdoutJson: (value) => io.stdout(asJson(value)),
    stderrJson: (value) => io.stderr(asJson(value, 0)),
  }
}
