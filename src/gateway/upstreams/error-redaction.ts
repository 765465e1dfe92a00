/** Keeps what a server was given as a secret out of what is said about it: servers print their credentials when they fail. */
import {
  type CodeOf,
  defined,
  firstLine,
  inOneLine,
  SessionError,
  TransportError,
  UnderstudyError,
  UsageError,
} from '../../base/index.js'
import { type ServerEntry, secretsOfServer } from '../../config/index.js'
import { BEHIND_ITSELF } from '../../launch/index.js'
import { createRedactor } from '../../recording/redaction/index.js'

export interface ErrorRedaction {
  /** The first line of an error, as one sentence that is safe to print. */
  sentence(failure: unknown): string
  /** The same error without secrets: the very one where there is none in it. */
  failure(failure: unknown): unknown
}

export function createErrorRedaction(entry: ServerEntry): ErrorRedaction {
  const redactor = createRedactor({ secrets: secretsOfServer(entry) })

  function withoutSecrets(failure: unknown): unknown {
    if (!(failure instanceof Error)) return failure
    const said = failure instanceof UnderstudyError ? partsOf(failure) : { message: failure.message }
    const parts = redactor.redact(said)
    const cause = withoutSecrets(failure.cause)
    if (parts === said && cause === failure.cause) return failure
    const [line = '', ...evidence] = parts.message.split('\n  ')
    const details = { ...parts, evidence, ...defined({ cause }) }
    // Proof of the codes: they are those of errors of the very same class.
    if (failure instanceof TransportError)
      return new TransportError(failure.code as CodeOf<'TransportError'>, line, details)
    if (failure instanceof SessionError)
      return new SessionError(failure.code as CodeOf<'SessionError'>, line, details)
    if (failure instanceof UsageError)
      return new UsageError(failure.code as CodeOf<'UsageError'>, line, details)
    return new Error(parts.message, cause === undefined ? undefined : { cause })
  }

  return {
    sentence(failure) {
      const first = firstLine(failure)
      const line = isBehindItself(failure) ? `${first}, since ${BEHIND_ITSELF}` : first
      return inOneLine(redactor.text(line), 500)
    },
    failure: withoutSecrets,
  }
}

/** A gateway that was started as a server says on standard error why it is none. */
function isBehindItself(failure: unknown): boolean {
  const said = failure instanceof UnderstudyError ? failure.data.stderr : undefined
  return Array.isArray(said) && said.some((line) => String(line).includes(BEHIND_ITSELF))
}

/** The message holds the evidence, line by line. */
function partsOf({ message, hint, data }: UnderstudyError): {
  readonly message: string
  readonly hint?: string
  readonly data: Readonly<Record<string, unknown>>
} {
  return { message, data, ...defined({ hint }) }
}
