/** The file of a client, whose servers a gateway takes over. */

import { basename } from 'node:path'
import { type JsonObject, positionText, UsageError } from '../base/index.js'
import { isServerName } from '../call/index.js'
import { exchangeMembers, jsonObjectOf, type MapNode, memberOf, parseDocument } from '../document/index.js'
import { inputVariable } from './config-inputs.js'

export interface FrontedConfig {
  readonly text: string
  /** Servers that the gateway has now, in the order of the file. */
  readonly fronted: readonly string[]
  /** Servers that stay as they are, and why. */
  readonly left: readonly { readonly server: string; readonly reason: string }[]
}

export interface GatewayEntry {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
}

/**
 * Puts one entry in the place of all servers that a gateway can have; what is written beside them stays as it is. Inputs that they name
 * are asked for by the client as before, and handed on in the environment of the gateway.
 * @throws UsageError CONFIG_INVALID for a file without such servers; USAGE for one that has the gateway already
 */
export function putGatewayInFront(text: string, fileName: string, gateway: GatewayEntry): FrontedConfig {
  const { key, servers } = serversIn(text, fileName)
  if (memberOf(servers, gateway.name) !== undefined)
    throw new UsageError('USAGE', `Cannot connect "${fileName}": it has a server "${gateway.name}" already`, {
      hint: 'understudy connect --undo takes the gateway out again',
    })
  const reasons = servers.members.map((member) => ({
    server: member.key,
    reason: whyNot(member.key, member.value),
  }))
  const fronted = reasons.flatMap(({ server, reason }) => (reason === undefined ? [server] : []))
  const left = reasons.flatMap(({ server, reason }) => (reason === undefined ? [] : [{ server, reason }]))
  if (fronted.length === 0)
    throw new UsageError(
      'CONFIG_INVALID',
      `Cannot connect "${fileName}": it has no server that a gateway can have`,
      {
        hint: left.map(({ server, reason }) => `${server}: ${reason}`).join('; ') || 'add one first',
      },
    )
  const all = jsonObjectOf(servers)
  const inputs = inputsNamedIn(fronted.map((name) => JSON.stringify(all[name])).join('\n'))
  const env = Object.fromEntries(inputs.map((id) => [inputVariable(id), `\${input:${id}}`]))
  const value: JsonObject = {
    command: gateway.command,
    args: [...gateway.args],
    ...(inputs.length === 0 ? {} : { env }),
  }
  const exchange = { of: key, out: fronted, in: { name: gateway.name, value } }
  return { text: exchangeMembers(text, exchange), fronted, left }
}

interface Servers {
  readonly key: string
  readonly servers: MapNode
}

function serversIn(text: string, fileName: string): Servers {
  const parsing = parseDocument(text, { format: 'json-with-comments' })
  if (parsing.kind === 'broken')
    throw new UsageError(
      'CONFIG_INVALID',
      `Cannot connect "${fileName}": ${parsing.message} (${positionText(parsing)})`,
    )
  const { root } = parsing
  const found = ['mcpServers', 'servers'].flatMap((key): Servers[] => {
    const servers = root.kind === 'map' ? memberOf(root, key) : undefined
    return servers?.kind === 'map' ? [{ key, servers }] : []
  })
  const [only, second] = found.filter(({ servers }) => servers.members.length > 0)
  if (only !== undefined && second === undefined) return only
  throw new UsageError(
    'CONFIG_INVALID',
    `Cannot connect "${fileName}": ${only === undefined ? 'it names no server' : 'it has servers'} under "mcpServers" ${only === undefined ? 'or' : 'and'} "servers"`,
    {
      hint: `look into ${basename(fileName)}: connect puts the gateway in front of the servers of one of them`,
    },
  )
}

/** A gateway reads the rest: what is wrong in an entry, it tells. */
function whyNot(name: string, node: MapNode['members'][number]['value']): string | undefined {
  if (node.kind !== 'map') return 'it is no object'
  if (!isServerName(name)) return 'its name is empty or holds a colon'
  const { command, url, type, disabled, enabled } = jsonObjectOf(node)
  if (disabled === true || enabled === false) return 'it is disabled'
  if (typeof type === 'string' && !KINDS.has(type)) return `its type is ${JSON.stringify(type)}`
  return typeof command === 'string' || typeof url === 'string' ? undefined : 'it has no command and no url'
}

function inputsNamedIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\$\{input:([^{}"]+)\}/g)].map(([, id = '']) => id))]
}

const KINDS: ReadonlySet<string> = new Set(['stdio', 'http', 'streamable-http', 'streamableHttp'])
