/** The servers a command was given: read from options and files, started, asked for their tools, stopped. */
import { defined, type Finding, inOneLine, readUserText, UnderstudyError, UsageError } from '../base/index.js'
import type { ContainerLaunch, ServerEntry, ServersConfig } from '../config/index.js'
import type { ConnectEntryOptions } from '../launch/index.js'
import type { UnavailableServer } from '../plan/index.js'
import type { ServerTools } from '../registry/index.js'
import type { Session, SessionOptions } from '../session/index.js'
import { type CliIo, packageVersion } from './cli-io.js'
import { readWithInputs } from './config-inputs.js'
import type { DiscreetIo } from './discreet-io.js'
import { reasonOf } from './failure-reason.js'
import { noteNoise } from './noise-note.js'
import type { TellProgress } from './progress.js'
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
  /** Values that were given to the servers and must not be shown or stored. */
  readonly secrets: readonly string[]
}

/**
 * From here on the secrets of the servers are kept out of all that is written. `hint` says how a server is named where none is.
 * @throws UsageError when no server is named, two have one name, a file cannot be read, or `--server` names none of the config
 */
export async function nameServers(
  choice: ServerChoice,
  io: DiscreetIo,
  hint = `${HOW_TO_NAME_A_LIVE_SERVER}, or --tools tools.json, or --cassette demo.jsonl`,
): Promise<NamedServers> {
  const { entries, findings, unusable } =
    choice.config === undefined ? NO_CONFIG : await readConfig(choice, choice.config, io)
  const given = [
    ...(choice.command.length === 0 || choice.image !== undefined ? [] : [commandEntry(choice)]),
    ...(choice.image === undefined ? [] : [await imageEntry(choice, choice.image, io)]),
    ...(choice.url === undefined ? [] : [urlEntry(choice, choice.url)]),
    ...(choice.cassette === undefined ? [] : await cassetteEntries(choice, choice.cassette, io)),
  ]
  const listed = await readToolFiles(choice, io)
  const all = [...entries, ...given]
  if (all.length + listed.length + findings.length === 0) {
    throw new UsageError('USAGE', 'Cannot go on without a server', {
      hint: await withFilesHere(hint, io),
    })
  }
  refuseDoubleNames([...all.map(({ name }) => name), ...listed.map(({ server }) => server)])
  const secrets = await secretsOf(all)
  io.keepSecret(secrets)
  return { entries: all, listed, findings, unusable, secrets }
}

/** Most people have a file of a client already, and need not write one. */
async function withFilesHere(hint: string, { cwd, env }: DiscreetIo): Promise<string> {
  const { filesHere } = await import('./client-files.js')
  const [first, ...others] = filesHere({ cwd, env })
  if (first === undefined) return hint
  const also = others.length === 0 ? '' : ` (also ${others.join(', ')})`
  return `a client has servers here: --config ${first}${also}; or ${hint}`
}

/** For commands that nothing stands in for a server of. */
export const HOW_TO_NAME_A_LIVE_SERVER =
  'name one: -- node server.js, or --url http://localhost:3000/mcp, or --image server:1, or --config .mcp.json'

async function readToolFiles({ toolFiles, name }: ServerChoice, io: CliIo): Promise<readonly ServerTools[]> {
  if (toolFiles.length === 0) return []
  const { parseToolLists } = await import('../registry/index.js')
  return toolFiles.flatMap((file) => parseToolLists(readUserText(file, 'the tools', io.cwd), file, name))
}

/** Loaded only where there are servers: a rehearsal from a file has none. */
async function secretsOf(entries: readonly ServerEntry[]): Promise<readonly string[]> {
  if (entries.length === 0) return []
  const { secretsOfServer } = await import('../config/server-secrets.js')
  return entries.flatMap(secretsOfServer)
}

const NO_CONFIG = { entries: [], findings: [], unusable: [] }

/** What servers said about their tools, and which of them could not be asked. */
export interface AskedServers {
  readonly servers: readonly ServerTools[]
  readonly unavailable: readonly UnavailableServer[]
  /** Names of the servers that were started. */
  readonly contacted: readonly string[]
}

export interface AskWhat {
  /** Also prompts, resources and what else a client is told. */
  readonly withOffers?: boolean | undefined
  /** Told which servers have not answered yet. */
  readonly tell?: TellProgress | undefined
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
  { withOffers = false, tell }: AskWhat = {},
): Promise<AskedServers> {
  const waiting = new Set<string>()
  tell?.(() => waitingFor(waiting))
  const asked = await settleFewAtOnce(named.entries, (entry) => {
    waiting.add(entry.name)
    // A signal of its own: Node takes many listeners on one for a leak, and warns.
    const own = { ...io, signal: AbortSignal.any([io.signal]) }
    return listTools(entry, choice, own, { trace, withOffers }).finally(() => waiting.delete(entry.name))
  })
  const servers = [
    ...named.listed,
    ...asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
  ]
  const failures = asked.flatMap((each, i) =>
    each.status === 'rejected' ? [{ error: each.reason, name: named.entries[i]?.name ?? '' }] : [],
  )
  // Beside others one failure would hide what is the matter with the rest.
  const isAlone = named.entries.length + named.listed.length + named.unusable.length === 1
  const thrown = failures.find(({ error }) => isAlone || !(error instanceof UnderstudyError))
  if (thrown !== undefined) throw thrown.error
  return {
    servers,
    unavailable: failures.map(({ name, error }) => ({ server: name, reason: reasonOf(error) })),
    contacted: named.entries.map(({ name }) => name),
  }
}

/** All of them are told, as far as a line has room. */
function waitingFor(servers: ReadonlySet<string>): string {
  return `Waiting for ${inOneLine([...servers].join(', '), 50)}`
}

/** A config may list more servers than the machine can start together. */
async function settleFewAtOnce<T, R>(
  all: readonly T[],
  work: (each: T) => Promise<R>,
): Promise<readonly PromiseSettledResult<R>[]> {
  const settled: PromiseSettledResult<R>[] = []
  for (let start = 0; start < all.length; start += AT_ONCE) {
    settled.push(...(await Promise.allSettled(all.slice(start, start + AT_ONCE).map(work))))
  }
  return settled
}

const AT_ONCE = 16

/** Starts one server; whoever asked closes the session. */
export async function startServer(
  entry: ServerEntry,
  choice: StartChoice,
  io: CliIo,
  { tap, startCommand }: StartHow = {},
): Promise<Session> {
  // Loaded only where a server is started: a rehearsal from a file needs no wire.
  const { connectEntry } = await import('../launch/index.js')
  return connectEntry(entry, {
    ...sessionOptions(entry.name, choice, io),
    hurry: io.signal,
    ...(tap === undefined ? {} : { tap: tap(entry.name) }),
    ...(startCommand === undefined ? {} : { startCommand }),
    async openReplay(from, server) {
      const { openReplay } = await import('./open-replay.js')
      return (await openReplay({ from, server, settings: choice.settings }, io)).service
    },
  })
}

/** `startCommand` starts a command elsewhere than on this machine itself, such as in a copy of it. */
export type StartHow = Partial<Pick<FrameTrace, 'tap'>> & Pick<ConnectEntryOptions, 'startCommand'>

export type StartChoice = ServerChoice & Pick<SessionOptions, 'probeTimeoutMs' | 'handlers' | 'listeners'>

/** How the command line opens a session with a server. */
export function sessionOptions(server: string, choice: StartChoice, io: CliIo): SessionOptions {
  const { era, timeoutMs, probeTimeoutMs, handlers } = choice
  const { listeners = { complaint: noteNoise(server, io) } } = choice
  return {
    clientInfo: { name: 'understudy', version: packageVersion() },
    ...{ era, timeoutMs, signal: io.signal, clock: io.clock },
    ...defined({ probeTimeoutMs, handlers }),
    listeners,
  }
}

/** Tools and identity of a running server. */
export async function describeServer(
  entry: ServerEntry,
  session: Session,
  { signal }: Pick<CliIo, 'signal'>,
  { withOffers = false }: AskWhat = {},
): Promise<ServerTools> {
  const { describeServer, describeWholeServer } = await import('../launch/index.js')
  return (withOffers ? describeWholeServer : describeServer)(entry, session, { signal })
}

async function listTools(
  entry: ServerEntry,
  choice: ServerChoice,
  io: CliIo,
  { trace, withOffers }: AskWhat & { readonly trace?: FrameTrace | undefined },
): Promise<ServerTools> {
  await using session = await startServer(entry, choice, io, trace)
  return await describeServer(entry, session, io, { withOffers })
}

type ReadConfig = Pick<NamedServers, 'entries' | 'findings' | 'unusable'>

async function readConfig(choice: ServerChoice, file: string, io: CliIo): Promise<ReadConfig> {
  const { only: chosen } = choice
  const config = await readWithInputs(file, choice, io)
  const { servers, findings, unusable } = config
  if (chosen.length === 0) return { entries: servers, findings, unusable }
  return { entries: chosen.map((name) => pick(config, name, file)), findings: [], unusable: [] }
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

/** What cannot be run in a container is refused before any server is started. */
async function imageEntry(choice: ServerChoice, image: string, { cwd: folder }: CliIo): Promise<ServerEntry> {
  const { checkTarget, parseMount } = await import('../transport/index.js')
  const { containerTarget } = await import('../launch/index.js')
  const { name, command: args, env, network, cwd } = choice
  const mounts = choice.mounts.map((mount) => {
    const { source, target, isReadOnly } = parseMount(mount, folder)
    return `${source}:${target}${isReadOnly ? ':ro' : ''}`
  })
  const launch: ContainerLaunch = {
    ...{ kind: 'container', image, args, env, mounts },
    ...defined({ network, cwd }),
  }
  checkTarget(containerTarget(launch))
  return { name, launch }
}

function urlEntry({ name, headers }: ServerChoice, url: string): ServerEntry {
  return { name, launch: { kind: 'http', url, headers } }
}

async function cassetteEntries({ only }: ServerChoice, file: string, io: CliIo): Promise<ServerEntry[]> {
  const { recordedNames } = await import('./open-replay.js')
  const names = await recordedNames(file, io)
  const missing = only.find((name) => !names.includes(name))
  if (missing !== undefined)
    throw new UsageError('USAGE', `Cannot use --server ${missing} of "${file}": it holds no such server`, {
      hint: `it holds ${names.join(', ') || 'none'}`,
    })
  return (only.length === 0 ? names : only).map((name) => ({ name, launch: { kind: 'cassette', file } }))
}

function refuseDoubleNames(names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice === undefined) return
  throw new UsageError('DUPLICATE_SERVER', `Cannot tell two servers named "${twice}" apart`, {
    hint: 'give one of them another name with --name',
  })
}
