/** The door through which everything leaves: secrets are replaced in it, and what a CI system would take for a command is escaped. */
import { createRedactor, type Redactor } from '../recording/index.js'
import type { CliIo } from './cli-io.js'

/** A `CliIo` whose `stdout` and `stderr` write the discreet form of what they are given. */
export interface DiscreetIo extends CliIo {
  /** From now on these values are replaced wherever they appear. */
  keepSecret(values: readonly string[]): void
  /** A value without the secrets, to be cut, aligned or written as JSON later. */
  redact<T>(value: T): T
  /** Text as `stdout` writes it, for files. */
  asText(text: string): string
  /** A value as `stdoutJson` writes it, for files: JSON indented by two spaces, ending in a line feed. */
  asJson(value: unknown): string
  stdoutJson(value: unknown): void
  /** A value as one line of JSON on standard error. */
  stderrJson(value: unknown): void
}

/** Tokens of known shape are replaced from the start, other secrets once they are known. */
export function createDiscreetIo(io: CliIo): DiscreetIo {
  let secrets: readonly string[] = []
  let redactor: Redactor = createRedactor({ secrets })

  const asText = (text: string): string => escapeCiCommands(redactor.text(text))
  const asJson = (value: unknown, indent = 2): string =>
    `${escapeInJson(JSON.stringify(redactor.redact(value), null, indent))}\n`

  return {
    ...io,
    keepSecret(values) {
      secrets = [...secrets, ...values]
      redactor = createRedactor({ secrets })
    },
    redact: (value) => redactor.redact(value),
    asText,
    asJson: (value) => asJson(value),
    stdout: (text) => io.stdout(asText(text)),
    stderr: (text) => io.stderr(asText(text)),
    stdoutJson: (value) => io.stdout(asJson(value)),
    stderrJson: (value) => io.stderr(asJson(value, 0)),
  }
}

/** GitHub takes `::` at the start of a line and `##[` anywhere for a command, Azure `##vso[`, TeamCity `##teamcity[`. */
function escapeCiCommands(text: string): string {
  return text.replace(/##(\w*)\[/g, '##$1\\[').replace(/^([^\S\n]*)::/gm, '$1\\::')
}

/**
 * The same for JSON, which stays equal: a number sign or an unseen character can stand in strings alone, where each has an escape.
 * No line of JSON starts with a colon.
 */
function escapeInJson(json: string): string {
  return json.replace(/##(?=\w*\[)/g, '#\\u0023').replace(UNSEEN, (character) =>
    unitsOf(character)
      .map((unit) => `\\u${unit}`)
      .join(''),
  )
}

/** What JSON.stringify leaves as it is, though a terminal obeys it or a reader does not see it. */
const UNSEEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu

function unitsOf(character: string): string[] {
  return character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'))
}
