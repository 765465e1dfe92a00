/** One entry of a config, of which nobody knows yet whether it can be used. */

import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { didYouMean, type Environment, messageOf, nearestNames, shorten } from '../base/index.js'
import { isServerName } from '../call/index.js'
import {
  type DocumentNode,
  describeNode,
  type MapNode,
  memberOf,
  repeatedMembers,
} from '../document/index.js'
import { type ConfigInput, inputVariable, saidFor } from './config-inputs.js'
import { editorPlaces, workspaceOf } from './editor-places.js'
import type { HttpLaunch, ServerEntry, StdioLaunch } from './server-entry.js'
import { expandVariables, inputIn, type Variables } from './variables.js'

export interface EntryContext {
  /** Of the config; relative folders start from where it stands. */
  readonly fileName: string
  readonly env: Environment
  /** The folder we run in: what `${PWD}` says where the environment does not, as of a process that no shell started. */
  readonly cwd: string
  /** Reads the file of an `envFile`; may throw. */
  readonly readEnvFile: (path: string) => string
  /** Servers that were named on purpose: they count although the config disables them. */
  readonly chosen?: readonly string[] | undefined
  /** Values of the config's inputs, by their ids. */
  readonly inputs?: Readonly<Record<string, string>> | undefined
}

/** The context of one entry: what its config says beside it. */
export interface EntryReadingContext extends EntryContext {
  readonly declaredInputs: readonly ConfigInput[]
  /** Told of each input that the entry names. */
  readonly onInput: (id: string) => void
}

export type EntryReading =
  | { readonly kind: 'usable'; readonly entry: ServerEntry }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'unusable'; readonly reason: string; readonly offset: number }

/** Reads an entry. Keys that other programs put there are passed over. */
export function readEntry(name: string, node: DocumentNode, context: EntryReadingContext): EntryReading {
  try {
    return readUsableEntry(name, node, context)
  } catch (failure) {
    if (failure instanceof Unusable)
      return { kind: 'unusable', reason: failure.message, offset: failure.offset }
    throw failure
  }
}

/** Carries the reason up; it never leaves this file. */
class Unusable extends Error {
  readonly offset: number

  constructor(reason: string, node: { readonly offset: number }, cause?: unknown) {
    super(reason, { cause })
    this.offset = node.offset
  }
}

/** Expands a text that stands at a node, and remembers what came from the environment. */
type Expand = (text: string, node: DocumentNode) => string

function readUsableEntry(name: string, node: DocumentNode, context: EntryReadingContext): EntryReading {
  if (node.kind !== 'map') throw new Unusable(`it is ${describeNode(node)}, not an object`, node)
  if (isDisabled(node) && context.chosen?.includes(name) !== true) return { kind: 'disabled' }
  if (!isServerName(name))
    throw new Unusable(
      'its name is empty or holds a colon, which separates server and tool in SERVER:TOOL',
      node,
    )
  const [repeated] = repeatedMembers(node)
  if (repeated !== undefined) throw new Unusable(`"${repeated.key}" is written twice in it`, repeated)
  const expanded: string[] = []
  const secrets: string[] = []
  const variables = variablesOf(node, context, (value) => void secrets.push(value))
  const expand: Expand = (text, at) => {
    const expansion = expandVariables(text, variables)
    if (expansion.missing.length > 0) throw new Unusable(describeMissing(expansion.missing), at)
    if (expansion.text.includes('\0')) throw new Unusable('a text of it holds a NUL character', at)
    expanded.push(...expansion.expanded)
    return expansion.text
  }
  const launch = readLaunch(node, expand, context)
  return {
    kind: 'usable',
    entry: {
      name,
      launch,
      ...(expanded.length === 0 ? {} : { expanded }),
      ...(secrets.length === 0 ? {} : { secrets }),
    },
  }
}

/** `"disabled": true` in most clients, `"enabled": false` in some. */
function isDisabled(node: MapNode): boolean {
  const says = (key: string, value: boolean): boolean => {
    const member = memberOf(node, key)
    return member?.kind === 'scalar' && member.value === value
  }
  return says('disabled', true) || says('enabled', false)
}

function variablesOf(
  node: MapNode,
  context: EntryReadingContext,
  onPassword: (value: string) => void,
): Variables {
  const { env, cwd, fileName, inputs = {}, declaredInputs, onInput } = context
  const home = env.HOME ?? env.USERPROFILE
  const around = {
    env: 'PWD' in env ? env : { ...env, PWD: cwd },
    places: editorPlaces(workspaceOf(fileName, home, cwd), home),
  }
  return {
    ...around,
    inputOf(id) {
      onInput(id)
      const input = declaredInputs.find((each) => each.id === id)
      const value = saidFor(id, inputs, env) ?? defaultOf(input, around, node)
      if (value !== undefined && input?.options?.includes(value) === false)
        throw new Unusable(`the input ${JSON.stringify(id)} must be one of ${input.options.join(', ')}`, node)
      if (value !== undefined && input?.isPassword === true) onPassword(value)
      return value
    },
  }
}

/** The file says it, as it says the rest: places and the environment stand in it too. Another input has no value there. */
function defaultOf(input: ConfigInput | undefined, around: Variables, node: MapNode): string | undefined {
  if (input?.default === undefined) return undefined
  const { text, missing } = expandVariables(input.default, around)
  if (missing.length === 0) return text
  throw new Unusable(
    `the default of its input ${JSON.stringify(input.id)} has no value: ${describeMissing(missing)}`,
    node,
  )
}

function describeMissing(missing: readonly string[]): string {
  const [input] = missing.flatMap((inside) => inputIn(inside) ?? [])
  if (input !== undefined)
    return `the input ${JSON.stringify(input)} has no value: give --input ${input}=VALUE, or set ${inputVariable(input)}`
  const ofEditor = missing.find((inside) => /^(?:command|config):/.test(inside))
  if (ofEditor !== undefined) return `only the editor knows \${${ofEditor}}`
  const names = [...new Set(missing)].map((name) => `\${${name}}`)
  return names.length === 1
    ? `the variable ${names[0]} is not set in the environment`
    : `the variables ${names.join(', ')} are not set in the environment`
}

function readLaunch(node: MapNode, expand: Expand, context: EntryContext): StdioLaunch | HttpLaunch {
  const type = readText(node, 'type', expand)
  const hasCommand = memberOf(node, 'command') !== undefined
  const hasUrl = memberOf(node, 'url') !== undefined
  switch (type) {
    case 'stdio':
      return readStdio(node, expand, context)
    case 'http':
    case 'streamable-http':
    case 'streamableHttp':
      return readHttp(node, expand)
    case undefined:
      if (hasCommand && hasUrl)
        throw new Unusable('it has both "command" and "url", and no "type" that decides', node)
      if (!hasCommand && !hasUrl)
        throw new Unusable(`it has neither "command" nor "url"${misspelt(node)}`, node)
      return hasCommand ? readStdio(node, expand, context) : readHttp(node, expand)
    default:
      throw new Unusable(
        `its type "${shorten(type, 40)}" is not supported: there are "stdio" and "http"`,
        node,
      )
  }
}

function misspelt({ members }: MapNode): string {
  for (const { key } of members) {
    const [meant] = nearestNames(key, ['command', 'url'])
    if (meant !== undefined) return `, but ${JSON.stringify(key)}: ${didYouMean([`"${meant}"`])}`
  }
  return ''
}

function readStdio(node: MapNode, expand: Expand, context: EntryContext): StdioLaunch {
  const command = readText(node, 'command', expand)
  if (command === undefined || command === '') throw new Unusable('its "command" is missing or empty', node)
  const { fileName, env, cwd: ours } = context
  const folder = workspaceOf(fileName, env.HOME ?? env.USERPROFILE, ours)
  const cwd = readText(node, 'cwd', expand)
  return {
    kind: 'stdio',
    command,
    args: readTexts(node, 'args', expand),
    env: { ...readEnvFile(node, expand, folder, context), ...readEnvironment(node, expand) },
    ...(cwd === undefined ? {} : { cwd: resolve(folder, cwd) }),
  }
}

function readHttp(node: MapNode, expand: Expand): HttpLaunch {
  const text = readText(node, 'url', expand)
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  if (text === undefined || url === undefined) throw new Unusable('its "url" is missing or no URL', node)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Unusable(`its "url" begins with ${url.protocol}, not with http: or https:`, node)
  const headers = readRecord(node, 'headers', expand)
  const wrong = Object.entries(headers).find(
    ([name, value]) => !/^[!#$%&'*+\-.^_`|~\w]+$/.test(name) || /[\r\n]/.test(value),
  )
  if (wrong !== undefined) throw new Unusable(`its header ${JSON.stringify(wrong[0])} cannot be sent`, node)
  return { kind: 'http', url: text, headers }
}

function readText(node: MapNode, key: string, expand: Expand): string | undefined {
  const value = memberOf(node, key)
  return value === undefined ? undefined : expandText(value, key, expand)
}

function expandText(node: DocumentNode, what: string, expand: Expand): string {
  if (node.kind === 'scalar' && typeof node.value === 'string') return expand(node.value, node)
  throw new Unusable(`its "${what}" is ${describeNode(node)}, not a string`, node)
}

function readTexts(node: MapNode, key: string, expand: Expand): string[] {
  const list = memberOf(node, key)
  if (list === undefined) return []
  if (list.kind !== 'list')
    throw new Unusable(`its "${key}" is ${describeNode(list)}, not a list of strings`, list)
  return list.items.map((item, i) => expandText(item, `${key}[${i}]`, expand))
}

function readRecord(node: MapNode, key: string, expand: Expand): Record<string, string> {
  const map = memberOf(node, key)
  if (map === undefined) return {}
  if (map.kind !== 'map')
    throw new Unusable(`its "${key}" is ${describeNode(map)}, not an object of strings`, map)
  return Object.fromEntries(
    map.members.map((member) => [member.key, expandText(member.value, `${key}.${member.key}`, expand)]),
  )
}

function readEnvironment(node: MapNode, expand: Expand): Record<string, string> {
  const env = readRecord(node, 'env', expand)
  const wrong = Object.keys(env).find((name) => name === '' || /[=\0]/.test(name))
  if (wrong !== undefined)
    throw new Unusable(`its "env" has ${JSON.stringify(wrong)}, which is no variable name`, node)
  return env
}

function readEnvFile(
  node: MapNode,
  expand: Expand,
  folder: string,
  { readEnvFile: read }: EntryContext,
): Record<string, string> {
  const path = readText(node, 'envFile', expand)
  if (path === undefined) return {}
  try {
    return Object.fromEntries(
      Object.entries(parseEnv(read(resolve(folder, path)))).map(([name, value]) => [name, value ?? '']),
    )
  } catch (cause) {
    const why = messageOf(cause)
    throw new Unusable(`its "envFile" cannot be read: ${why}`, memberOf(node, 'envFile') ?? node, cause)
  }
}
