/** Naming servers: the same options for every command that needs one. */

import type { Command } from 'commander'
import { defined, REQUEST_TIMEOUT_MS, UsageError } from '../base/index.js'
import { isServerName } from '../call/index.js'
import { DEFAULT_ERA, ERA_CHOICES } from '../protocol/index.js'
import type { SessionOptions } from '../session/index.js'
import {
  parseChoice,
  parseEnvPairs,
  parseHeaders,
  parseInputs,
  parsePositiveInteger,
} from './option-values.js'

/** What the user said about servers, checked for form. */
export interface ServerChoice {
  /** Everything after `--`: a command on stdio, or what is put behind the image. */
  readonly command: readonly string[]
  /** A server that speaks streamable HTTP. */
  readonly url?: string
  /** A server in a container; everything after `--` is put behind the image. */
  readonly image?: string
  /** Of the container: `source:target[:ro]`. */
  readonly mounts: readonly string[]
  readonly network?: string
  /** Sent with every request to `url`. */
  readonly headers: Readonly<Record<string, string>>
  readonly config?: string
  /** Values of the inputs of the config, by their ids. */
  readonly inputs: Readonly<Record<string, string>>
  /** Recordings. */
  readonly cassette?: string
  /** What the project says about its recordings, for commands that take it. */
  readonly settings?: string
  /** Names out of the config or the cassette; empty for all. */
  readonly only: readonly string[]
  /** Files with tools. */
  readonly toolFiles: readonly string[]
  /** The name of a server given by command, URL or image, or of a tools file that names none. */
  readonly name: string
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly era: NonNullable<SessionOptions['era']>
  readonly timeoutMs: number
  /** Every frame goes here, as JSON Lines. */
  readonly traceFile?: string
}

/** Adds the options to a command. Those that mean nothing to it, and that it refuses with its reason, no help offers. */
export function addServerOptions(command: Command, refused: readonly string[] = []): Command {
  command
    .option('--url <url>', 'a server that speaks streamable HTTP')
    .option('--header <header>', '"Name: value", sent with every request to --url (repeatable)', collect)
    .option('--image <ref>', 'a server in a container, by docker or podman; arguments behind --')
    .option('--mount <mount>', 'source:target[:ro], seen in the container of --image (repeatable)', collect)
    .option('--network <name>', 'network of the container, such as none')
    .option('--config <file>', 'servers from a file with "mcpServers" or "servers"')
    .option('--input <id=value>', 'value of an input of the config (repeatable)', collect)
    .option('--server <name>', 'only this server of the config or the cassette (repeatable)', collect)
    .option('--tools <file>', 'tools from a file, without any process (repeatable)', collect)
    .option('--name <name>', 'name of a server given by command, URL or image', 'server')
    .option('-e, --env <K=V>', 'environment variable of the server (repeatable)', collect)
    .option('--cwd <dir>', 'working folder of the server')
    .option('--era <era>', 'legacy, auto or modern', DEFAULT_ERA)
    .option('--timeout <ms>', 'limit of one request in milliseconds', String(REQUEST_TIMEOUT_MS))
    .option('--trace <file>', 'write every frame to a file (JSON Lines)')
    .option('--cassette <file>', 'a recording stands in for the servers that it is of')
  for (const option of command.options)
    if (refused.some((name) => option.long === `--${name}`)) option.hideHelp()
  return command
}

interface RawServerOptions {
  readonly config?: string
  readonly input?: readonly string[]
  readonly server?: readonly string[]
  readonly tools?: readonly string[]
  readonly name: string
  readonly env?: readonly string[]
  readonly cwd?: string
  readonly era: string
  readonly timeout: string
  readonly trace?: string
  readonly url?: string
  readonly header?: readonly string[]
  readonly image?: string
  readonly mount?: readonly string[]
  readonly network?: string
  readonly cassette?: string
  readonly settings?: string
}

/**
 * Reads the options off a parsed command.
 * @throws UsageError for what has the wrong form or is not in this release
 */
export function readServerChoice(raw: RawServerOptions, command: readonly string[]): ServerChoice {
  refuseWhatHasNoServer(raw, command)
  return {
    command,
    headers: parseHeaders(raw.header ?? []),
    mounts: raw.mount ?? [],
    inputs: parseInputs(raw.input ?? []),
    only: [...new Set(raw.server)],
    toolFiles: raw.tools ?? [],
    name: checkServerName(raw.name),
    env: parseEnvPairs(raw.env ?? []),
    era: parseChoice(raw.era, ERA_CHOICES, '--era'),
    timeoutMs: parsePositiveInteger(raw.timeout, '--timeout'),
    ...defined({
      url: raw.url,
      image: raw.image,
      network: raw.network,
      config: raw.config,
      cassette: raw.cassette,
      settings: raw.settings,
      cwd: raw.cwd,
      traceFile: raw.trace,
    }),
  }
}

/** What would be ignored is refused. */
function refuseWhatHasNoServer(raw: RawServerOptions, [program]: readonly string[]): void {
  if (program === '')
    throw new UsageError('USAGE', 'Cannot start a server whose command is empty', {
      hint: 'give the command after --, such as -- node server.js',
    })
  if (raw.cwd === '') throw new UsageError('USAGE', 'Cannot use --cwd "": a folder has a name')
  if (raw.config !== undefined && raw.cassette !== undefined)
    throw new UsageError('USAGE', 'Cannot use --config and --cassette together: choose one')
  if (raw.input !== undefined && raw.config === undefined)
    throw new UsageError(
      'USAGE',
      'Cannot use --input without --config: it is a value for an input of a config',
    )
  if (raw.server !== undefined && raw.config === undefined && raw.cassette === undefined)
    throw new UsageError('USAGE', 'Cannot use --server without --config or --cassette', {
      hint: 'it picks a server of these; a server given by command is named with --name',
    })
  if (raw.header !== undefined && raw.url === undefined)
    throw new UsageError('USAGE', 'Cannot use --header without --url', {
      hint: 'a server of a config has its own "headers" there',
    })
  if (raw.url !== undefined && program !== undefined)
    throw new UsageError('USAGE', 'Cannot use --url and a command after -- together: name one server')
  if (raw.url !== undefined && raw.image !== undefined)
    throw new UsageError('USAGE', 'Cannot use --url and --image together: name one server')
  const forImage = raw.mount !== undefined ? '--mount' : raw.network !== undefined ? '--network' : undefined
  if (forImage !== undefined && raw.image === undefined)
    throw new UsageError('USAGE', `Cannot use ${forImage} without --image: it belongs to a container`)
  const forCommand = raw.env !== undefined ? '--env' : raw.cwd !== undefined ? '--cwd' : undefined
  if (forCommand !== undefined && program === undefined && raw.image === undefined)
    throw new UsageError(
      'USAGE',
      `Cannot use ${forCommand} without a command or --image: it belongs to that server`,
      {
        hint: 'a server of a config has its own "env" and "cwd" there',
      },
    )
}

function checkServerName(name: string): string {
  if (isServerName(name)) return name
  throw new UsageError(
    'USAGE',
    `Cannot name a server ${JSON.stringify(name)}: a name is not empty and holds no colon`,
  )
}

export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}
