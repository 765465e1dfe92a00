/** Snapshots of what a server says, without what differs from run to run. */
import { chai, type Assertion as VitestAssertion } from 'vitest'
import { isJsonObject, type JsonValue, printable, UsageError } from '../../base/index.js'
import type { Tool } from '../../protocol/index.js'
import { isMcpResponse, type MCPResponse } from '../client/mcp-response.js'
import { type NormaliseOptions, normalise, normalised } from '../matchers/normalise.js'

export interface SnapshotOptions extends NormaliseOptions {
  /** Tells snapshots of one test apart. */
  readonly hint?: string
}

/** What a snapshot is taken of: an answer, or the tools that a server lists. */
export type SnapshotSubject = MCPResponse | readonly Tool[]

/** Adds `toMatchNormalisedSnapshot` to vitest's assertions: `toMatchSnapshot` of the normalised value, printable. Returns its name. */
export function addNormalisedSnapshot(): string {
  chai.use(({ Assertion }, utils) => {
    utils.addMethod(
      Assertion.prototype,
      NAME,
      function (this: Chai.Assertion, { hint, ...options }: SnapshotOptions = {}) {
        const value = normalisedValue(utils.flag(this, 'object'), options)
        // vitest adds its own methods to the prototype of chai's assertions.
        const ofValue = new Assertion(value) as unknown as VitestAssertion
        utils.transferFlags(this, ofValue)
        utils.flag(ofValue, 'object', value)
        return ofValue.toMatchSnapshot(hint)
      },
    )
  })
  return NAME
}

const NAME = 'toMatchNormalisedSnapshot'

function normalisedValue(received: unknown, options: NormaliseOptions): JsonValue {
  if (isMcpResponse(received)) return writable(normalised(received, options))
  // Tools were read from JSON, and hold nothing else.
  if (Array.isArray(received)) return writable(normalise(received as JsonValue, options))
  throw new UsageError('USAGE', `Cannot use ${NAME}: it looks at an answer of callTool or a list of tools`)
}

/**
 * Half a surrogate pair cannot be written to a file: such a snapshot would never match again. Control characters would reach the
 * terminal with a difference. Line ends are one to vitest, however they are written.
 */
function writable(value: JsonValue): JsonValue {
  if (typeof value === 'string') return printable(value.replaceAll('\r\n', '\n'))
  if (Array.isArray(value)) return value.map(writable)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [printable(key), writable(member)]))
}
