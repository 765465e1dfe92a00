/** The servers a command was given: read from options and files, started, asked for their tools, stopped. */
import { resolve } from 'node:path'
import { type Finding, UnderstudyError, UsageError } from '../base/index.js'
import type { ServerEntry, ServersConfig } from '../config/index.js'
import type { UnavailableServer } from '../dryrun/index.js'
import { principalOf, type RecordingStore, secretValues } from '../recording/index.js'
import { parseToolsFile, type ServerTools } from '../registry/index.js'
import type { Session } from '../session/index.js'
import type { CliIo } from './cli-io.js'
import { packageVersion } from './cli-io.js'
import { readUserFile } from './files.js'
import { notYet } from './not-yet.js'
import type { ServerChoice } from './server-options.js'
import type { FrameTrace } from './trace-file.js'

/** Servers as they were named, nothing started yet. */
export interface NamedServers {
  /** Servers that can be started. */
  readonly entries: readonly ServerEntry[]
  /** Servers whose tools were read from a file. */
  readonly listed: readonly ServerTools[]
  /** Entries of a config that cannot be used; the others work. */
  readonly findings: readonly Finding[]
  /** The same entries, as servers that exist but cannot be asked. */
  readonly unusable: readonly UnavailableServer[]
  /** Values of environments and headers that must not be shown or stored. */
  readonly secrets: readonly string[]
}

/**
 * @throws UsageError when no server is named, two have one name, a file cannot be read, or `--server` names none of the config
 */
export async function nameServers(choice: ServerChoice, io: CliIo): Promise<NamedServers> {
  const { entries, findings, unusable } =
    choice.config === undefined ? NO_CONFIG : await readConfig(choice, choice.config, io)
  const commanded = choice.command.length === 0 ? [] : [commandEntry(choice)]
  const listed = choice.toolFiles.map((file) =>
    parseToolsFile(readUserFile(file, 'the tools', io.cwd).toString('utf8'), file, choice.name),
  )
  const all = [...entries, ...commanded]
  if (all.length + listed.length + findings.length === 0) {
    throw new UsageError('USAGE', 'Cannot go on without a server', {
      hint: 'name one: -- node server.js, or --config .mcp.json, or --tools tools.json',
    })
  }
  refuseDoubleNames([...all.map(({ name }) => name), ...listed.map(({ server }) => server)])
  return { entries: all, listed, findings, unusable, secrets: all.flatMap(secretsOfServer) }
}

/** Whose recordings a store may give for a server: what was recorded with other credentials is somebody else's. */
export function principalIn(store: RecordingStore, { entries }: NamedServers): (server: string) => string {
  const secrets = new Map(entries.map((entry) => [entry.name, secretsOfServer(entry)]))
  return (server) => principalOf(secrets.get(server) ?? [], store.salt)
}

const NO_CONFIG = { entries: [], findings: [], unusable: [] }

/** What of a server's environment, headers and `${VAR}` values is secret, by its name or its looks. */
function secretsOfServer({ launch, expanded = [] }: ServerEntry): readonly string[] {
  const named = launch.kind === 'stdio' ? launch.env : launch.headers
  return secretValues({
    ...named,
    ...Object.fromEntries(expanded.map((value, i) => [`expanded ${i}`, value])),
  })
}

/** What servers said about their tools, and which of them could not be asked. */
export interface AskedServers {
  readonly servers: readonly ServerTools[]
  readonly unavailable: readonly UnavailableServer[]
  /** Names of the servers that were started. */
  readonly contacted: readonly string[]
}

/**
 * Starts each server, lists its tools and stops it again; all are gone when this resolves.
 * @throws what the start threw, when there is only one server and it failed
 */
export async function askForTools(
  named: NamedServers,
  choice: ServerChoice,
  io: CliIo,
  trace?: FrameTrace,
): Promise<AskedServers> {
  const asked = await Promise.allSettled(named.entries.map((entry) => listTools(entry, choice, io, trace)))
  const servers = [
    ...named.listed,
    ...asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
  ]
  const failures = asked.flatMap((each, i) =>
    each.status === 'rejected' ? [{ error: each.reason, name: named.entries[i]?.name ?? '' }] : [],
  )
  const [first] = failures
  if (first !== undefined && (servers.length === 0 || !(first.error instanceof UnderstudyError)))
    throw first.error
  return {
    servers,
    unavailable: failures.map(({ name, error }) => ({ server: name, reason: firstLine(error) })),
    contacted: named.entries.map(({ name }) => name),
  }
}

/** Starts one server; whoever asked closes the session. */
export async function startServer(
  entry: ServerEntry,
  choice: ServerChoice,
  io: CliIo,
  trace?: FrameTrace,
): Promise<Session> {
  if (entry.launch.kind === 'http') {
    throw notYet(`the HTTP server "${entry.name}"`, 'name the servers to use with --server')
  }
  const { command, args, env, cwd } = entry.launch
  // Loaded only where a server is started: a rehearsal from a file needs no wire.
  const { connectServer } = await import('../session/index.js')
  return connectServer(
    { command, args, env, ...(cwd === undefined ? {} : { cwd }) },
    {
      clientInfo: { name: 'understudy', version: packageVersion() },
      timeoutMs: choice.timeoutMs,
      signal: io.signal,
      clock: io.clock,
      ...(trace === undefined ? {} : { tap: trace.tap(entry.name) }),
    },
  )
}

/** Tools and identity of a running server. */
export async function describeServer(entry: ServerEntry, session: Session): Promise<ServerTools> {
  const { launchDigest } = await import('../config/index.js')
  const { version } = session.serverInfo
  return {
    server: entry.name,
    ...(version === undefined ? {} : { version }),
    launch: launchDigest(entry),
    tools: await session.listTools(),
  }
}

async function listTools(
  entry: ServerEntry,
  choice: ServerChoice,
  io: CliIo,
  trace?: FrameTrace,
): Promise<ServerTools> {
  await using session = await startServer(entry, choice, io, trace)
  return await describeServer(entry, session)
}

type ReadConfig = Pick<NamedServers, 'entries' | 'findings' | 'unusable'>

async function readConfig(choice: ServerChoice, file: string, io: CliIo): Promise<ReadConfig> {
  const { parseServersConfig } = await import('../config/index.js')
  const text = readUserFile(file, 'the config', io.cwd).toString('utf8')
  const readEnvFile = (path: string): string => readUserFile(path, 'the envFile', io.cwd).toString('utf8')
  const config = parseServersConfig(text, { fileName: resolve(io.cwd, file), env: io.env, readEnvFile })
  const { servers, findings, unusable } = config
  if (choice.only.length === 0) return { entries: servers, findings, unusable }
  return { entries: choice.only.map((name) => pick(config, name, file)), findings: [], unusable: [] }
}

function pick({ servers, unusable }: ServersConfig, name: string, file: string): ServerEntry {
  const found = servers.find((entry) => entry.name === name)
  if (found !== undefined) return found
  const reason = unusable.find(({ server }) => server === name)?.reason ?? 'it names no such server'
  throw new UsageError('USAGE', `Cannot use --server ${name} of "${file}": ${reason}`, {
    hint: `it can start ${servers.map((entry) => entry.name).join(', ') || 'none'}`,
  })
}

function commandEntry({ command, name, env, cwd }: ServerChoice): ServerEntry {
  const [program = '', ...args] = command
  return {
    name,
    launch: { kind: 'stdio', command: program, args, env, ...(cwd === undefined ? {} : { cwd }) },
  }
}

function refuseDoubleNames(names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice === undefined) return
  throw new UsageError('DUPLICATE_SERVER', `Cannot tell two servers named "${twice}" apart`, {
    hint: 'give one of them another name with --name',
  })
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
