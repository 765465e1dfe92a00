/** The `mcpServers` files that people already have. They are read, never written. */
import { basename } from 'node:path'
import { type Finding, positionText, printable, UsageError } from '../base/index.js'
import {
  type DocumentNode,
  type DocumentParsing,
  describeNode,
  type MapNode,
  type MemberNode,
  parseDocument,
} from '../document/index.js'
import { type ConfigInput, readConfigInputs, refuseUnknownInputs, saidFor } from './config-inputs.js'
import { type EntryContext, readEntry } from './read-entry.js'
import type { ServerEntry } from './server-entry.js'

export interface ServersConfig {
  /** What can be used, in the order of the file. */
  readonly servers: readonly ServerEntry[]
  /** Named entries that cannot be used, each of them in `findings` too. */
  readonly unusable: readonly { readonly server: string; readonly reason: string }[]
  /** Names of the entries that are disabled. */
  readonly disabled: readonly string[]
  /** Inputs that the chosen servers name (all, where none was chosen) and of which nobody said a value: their defaults count, if they have one. */
  readonly unanswered: readonly ConfigInput[]
  /** CONFIG_ENTRY_UNUSABLE (warning) and CONFIG_ENTRY_DISABLED (note), one for each such entry, with its position. */
  readonly findings: readonly Finding[]
}

/**
 * Parses JSON with comments and trailing commas that has `mcpServers`, `servers` or both.
 * An entry that cannot be used is one finding; the others work.
 * @throws UsageError CONFIG_INVALID when it is no such file or names no server; DUPLICATE_SERVER when two entries have one name;
 *   USAGE for a value of an input that it does not have.
 */
export function parseServersConfig(text: string, context: EntryContext): ServersConfig {
  const { fileName, chosen = [], inputs = {}, env } = context
  const parsing = parseDocument(text, { format: 'json-with-comments' })
  if (parsing.kind === 'broken')
    throw invalidConfig(fileName, `${parsing.message} (${positionText(parsing)})`)
  const members = serverMembers(parsing.root, fileName)
  refuseDoubleNames(members, fileName, parsing)

  const declaredInputs = parsing.root.kind === 'map' ? readConfigInputs(parsing.root) : []
  const namedInputs = new Map<string, { readonly isWanted: boolean }>()
  const servers: ServerEntry[] = []
  const unusable: { server: string; reason: string }[] = []
  const disabled: string[] = []
  const findings: Finding[] = []
  for (const { key: name, value, offset } of members) {
    const isWanted = chosen.length === 0 || chosen.includes(name)
    const reading = readEntry(name, value, {
      ...{ ...context, declaredInputs },
      onInput: (id) =>
        void namedInputs.set(id, { isWanted: isWanted || namedInputs.get(id)?.isWanted === true }),
    })
    const shown = `server "${printable(name, { oneLine: true })}" of ${basename(fileName)}`
    if (reading.kind === 'usable') servers.push(reading.entry)
    else if (reading.kind === 'disabled') {
      disabled.push(name)
      findings.push({
        code: 'CONFIG_ENTRY_DISABLED',
        severity: 'note',
        certain: true,
        message: `Left out ${shown}: it is disabled there`,
        ...parsing.positionAt(offset),
      })
    } else {
      const reason = printable(reading.reason, { oneLine: true })
      unusable.push({ server: name, reason })
      findings.push({
        code: 'CONFIG_ENTRY_UNUSABLE',
        severity: 'warning',
        certain: true,
        message: `Cannot use ${shown}: ${reason}`,
        ...parsing.positionAt(reading.offset),
      })
    }
  }
  const known = [...declaredInputs.map(({ id }) => id), ...namedInputs.keys()]
  refuseUnknownInputs(Object.keys(inputs), known, fileName)
  const unanswered = [...namedInputs]
    .filter(([id, { isWanted }]) => isWanted && saidFor(id, inputs, env) === undefined)
    .map(([id]) => declaredInputs.find((each) => each.id === id) ?? { id, isPassword: false })
  return { servers, unusable, disabled, unanswered, findings }
}

const KEYS = ['mcpServers', 'servers']

function serverMembers(root: DocumentNode, fileName: string): readonly MemberNode[] {
  if (root.kind !== 'map') throw invalidConfig(fileName, `it holds ${describeNode(root)}, not an object`)
  const members = root.members
    .filter(({ key }) => KEYS.includes(key))
    .flatMap((each) => listOf(each, fileName))
  if (members.length > 0) return members
  throw invalidConfig(fileName, 'it names no server under "mcpServers" or "servers"')
}

function listOf({ key, value }: MemberNode, fileName: string): MapNode['members'] {
  if (value.kind === 'map') return value.members
  throw invalidConfig(fileName, `its "${key}" is ${describeNode(value)}, not an object of servers`)
}

function invalidConfig(fileName: string, problem: string): UsageError {
  return new UsageError('CONFIG_INVALID', `Cannot read the config "${fileName}": ${problem}`, {
    hint: 'a config looks like { "mcpServers": { "NAME": { "command": "node", "args": ["server.js"] } } }',
  })
}

function refuseDoubleNames(
  members: readonly MemberNode[],
  fileName: string,
  { positionAt }: Extract<DocumentParsing, { kind: 'document' }>,
): void {
  const first = new Map<string, MemberNode>()
  for (const member of members) {
    const { key: name, offset } = member
    const other = first.get(name)
    if (other !== undefined)
      throw new UsageError(
        'DUPLICATE_SERVER',
        `Cannot tell the two servers named "${name}" in "${fileName}" apart: they stand in lines ${positionAt(other.offset).line} and ${positionAt(offset).line}`,
        { hint: 'give one of them another name' },
      )
    first.set(name, member)
  }
}
