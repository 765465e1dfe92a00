/** Asks servers for their tools and shows what they offer, what they claim to do, and what they cost a model's context. */
import { counted, isJsonObject, type JsonValue, printable } from '../../base/index.js'
import { claimOfTool } from '../../effects/index.js'
import { createRegistry, type RegisteredTool, type ServerTools } from '../../registry/index.js'
import { formatTable } from '../../report/index.js'
import { createSchemaCompiler } from '../../schema/index.js'
import { askInCopy } from '../ask-in-copy.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import { withProgress } from '../progress.js'
import type { ServerChoice } from '../server-options.js'
import { askForTools, nameServers } from '../servers.js'
import { withFrameTrace } from '../trace-file.js'

export interface ToolsSettings {
  readonly format: 'text' | 'json'
  /** In a throwaway copy of this machine. */
  readonly copy: boolean
}

export async function listTools(
  { format, copy }: ToolsSettings,
  choice: ServerChoice,
  io: DiscreetIo,
): Promise<ExitCode> {
  const named = await nameServers(choice, io)
  const ask = copy ? askInCopy : askForTools
  const asked = await withFrameTrace(choice, named, io, (trace) =>
    withProgress(io, 'Asking for tools', (tell) => ask(named, choice, io, trace, { tell })),
  )
  const { servers, unavailable } = io.redact(asked)
  for (const { message } of named.findings) io.stderr(`${printable(message)}\n`)
  for (const { server, reason } of unavailable) {
    io.stderr(`${printable(`Server "${server}" could not be asked: ${reason}`, { oneLine: true })}\n`)
  }
  if (format === 'json') io.stdoutJson(asValue(servers))
  else io.stdout(renderText(servers, io.stdoutColumns?.()))
  return exitCodeFor({ unavailable: unavailable.length + named.unusable.length > 0 })
}

/** One server is written as `--tools` reads it; several stand in a list. */
function asValue(
  servers: readonly ServerTools[],
): ServerTools | { readonly servers: readonly ServerTools[] } {
  const [only, ...others] = servers
  return others.length === 0 && only !== undefined ? only : { servers }
}

function renderText(servers: readonly ServerTools[], columns: number | undefined): string {
  const { tools, findings } = createRegistry(servers, createSchemaCompiler())
  if (tools.length === 0) return '0 tools\n'
  const rows = tools.map((tool) => [
    tool.ref,
    describeEffect(tool),
    `~${tokensOf(tool)}`,
    describeArguments(tool.definition.inputSchema),
  ])
  const total = tools.reduce((sum, tool) => sum + tokensOf(tool), 0)
  return [
    `${counted(tools.length, 'tool')}, about ${counted(total, 'token')}`,
    '',
    ...formatTable(['tool', 'effect', 'tokens', 'arguments'], rows, columns),
    ...(findings.length > 0
      ? ['', ...findings.map(({ message }) => printable(message, { oneLine: true }))]
      : []),
    '',
  ].join('\n')
}

function describeEffect(tool: RegisteredTool): string {
  const { effect, evidence } = claimOfTool(tool)
  return evidence === 'none' ? effect : `${effect} (${evidence})`
}

/** Four characters a token: the usual rule of thumb. */
function tokensOf({ definition }: RegisteredTool): number {
  return Math.ceil(JSON.stringify(definition).length / 4)
}

/** `path, head?`: the names of the arguments, optional ones marked. */
function describeArguments(schema: JsonValue): string {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return '–'
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.keys(schema.properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .join(', ')
}
