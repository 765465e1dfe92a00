/** `understudy gateway`: its options. What it does stands in actions/gateway.ts. */
import type { Command } from 'commander'
import { defined, REQUEST_TIMEOUT_MS, UsageError } from '../../base/index.js'
import {
  COPY_CHOICES,
  DEFAULT_APPROVAL_TIMEOUT_MS,
  DEFAULT_LIST_PATIENCE_MS,
  GATEWAY_MODES,
  LISTINGS,
  TOOL_NAMES,
} from '../../gateway/choices/index.js'
import { DEFAULT_ERA, ERA_CHOICES } from '../../protocol/index.js'
import type { GatewaySettings } from '../actions/gateway.js'
import type { CommandContext } from '../command-context.js'
import { parseListen } from '../listen-address.js'
import { parseChoice, parseInputs, parseInteger, parsePositiveInteger } from '../option-values.js'
import { collect } from '../server-options.js'

interface GatewayCommandOptions {
  readonly config?: string
  readonly input?: readonly string[]
  readonly server?: readonly string[]
  readonly mode: string
  readonly listen?: string
  readonly tokens?: string
  readonly allowHost?: readonly string[]
  readonly stateless?: true
  readonly store?: string | boolean
  readonly journal?: string | true
  readonly journalKey?: string
  readonly verifyKey?: string
  readonly policy?: string
  readonly lock?: string
  readonly stubs?: string
  readonly settings?: string
  readonly copy: string
  readonly spareCopies: string
  readonly assume?: readonly string[]
  readonly idle?: string
  readonly longest?: string
  readonly worlds?: string
  readonly apply?: string
  readonly toolNames: string
  readonly list: string
  readonly concurrency?: string
  readonly rate?: string
  readonly approvalTimeout: string
  readonly era: string
  readonly patience: string
  readonly timeout: string
}

export function addGatewayCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('gateway')
    .description(
      'Serves the tools of all servers of a config, and execute_code and execute_dag, which rehearse a plan (dry_run) or run it. Over standard input and output, or HTTP. Ends with its client, or when it is interrupted, and ends every server that it started.',
    )
  addRehearsing(addServing(command))
    .addHelpText(
      'after',
      `
Modes: live calls the servers; dry rehearses: all calls of one client go to one
throwaway copy of this machine, and nothing lasts until a person applies it
(understudy rehearsals); with --stateless each call stands by itself;
pass-through hands calls on as they come, record also stores them, replay
answers from what was stored.

Examples:
  understudy gateway --config .mcp.json
  understudy gateway --config .mcp.json --mode dry --store recordings.db
  understudy gateway --config .mcp.json --policy policy.yaml
  understudy gateway --config .mcp.json --listen 0.0.0.0:3000 --tokens tokens.yaml`,
    )
    .action(async (options: GatewayCommandOptions) => {
      const settings = readOptions(options, context.serverCommand)
      const { serveGateway } = await import('../actions/gateway.js')
      await serveGateway(settings, context.io)
    })
}

/** Whom it serves, and what it keeps. */
function addServing(command: Command): Command {
  return command
    .option('--config <file>', 'servers from a file with "mcpServers" or "servers"')
    .option('--input <id=value>', 'value of an input of the config (repeatable)', collect)
    .option('--server <name>', 'only this server of the config (repeatable)', collect)
    .option('--mode <mode>', `${GATEWAY_MODES.join(', ')}: who answers calls`, 'live')
    .option('--listen <address>', 'serve over HTTP at [HOST:]PORT; 0 takes a free port')
    .option('--tokens <file>', 'who may come in over HTTP: names and bearer tokens')
    .option('--allow-host <name>', 'a name of this host that clients call it by (repeatable)', collect)
    .option('--stateless', 'HTTP without sessions, so that any gateway may answer any request')
    .option('--store [path]', 'where recordings are (default: .understudy/recordings.db beside the config)')
    .option('--no-store', 'record nothing')
    .option(
      '--journal [path]',
      'keep real runs of plans in a journal, so that a killed one goes on: a file or a postgres:// URL (default: runs.db beside the recordings)',
    )
    .option(
      '--journal-key <file>',
      'the key of the journal (default: UNDERSTUDY_JOURNAL_KEY, else one of this user)',
    )
    .option('--verify-key <file>', "public keys of those whose signed yes to a run counts, and nobody else's")
}

/** What may be done, how it rehearses, and how servers are spoken to. */
function addRehearsing(command: Command): Command {
  return command
    .option('--policy <file>', 'what may be called, asked for and denied')
    .option(
      '--approval-timeout <ms>',
      'how long a question of the policy may wait for its answer',
      String(DEFAULT_APPROVAL_TIMEOUT_MS),
    )
    .option('--lock <file>', 'a contract lock: servers that are as locked are not started to be listed')
    .option('--stubs <file>', 'rehearsals answer by these first')
    .option(
      '--settings <file>',
      'what the project says about its recordings and servers (default: understudy.config.json or .yaml, if there is one)',
    )
    .option(
      '--copy <when>',
      `rehearse with the servers in a throwaway copy of this machine, where they answer for real and nothing lasts: ${COPY_CHOICES.join(', ')}`,
      'auto',
    )
    .option('--spare-copies <n>', 'copies that stand ready, so that no rehearsal waits for servers', '1')
    .option(
      '--assume <tool>',
      'in the mode dry: a write (SERVER:TOOL, * for any characters) whose server has no copy, taken to succeed (repeatable)',
      collect,
    )
    .option(
      '--idle <ms>',
      'in the mode dry: a rehearsal of a client without a call is over (default: 3600000)',
    )
    .option('--longest <ms>', 'in the mode dry: one is over in any case (default: 28800000)')
    .option('--worlds <n>', 'in the mode dry: clients that rehearse at once (default: 4)')
    .option(
      '--apply <how>',
      'in the mode dry: ask, the person at the client is asked after finish_rehearsal, and a yes does it for real (default: never)',
    )
    .option('--tool-names <names>', 'prefixed (SERVER__TOOL) or plain', 'prefixed')
    .option('--list <tools>', 'all, or own: which tools are listed', 'all')
    .option('--concurrency <n>', 'calls that one server gets at once (default: 100)')
    .option('--rate <rate>', 'calls that one server gets in a time, such as 10/s (default: no limit)')
    .option('--era <era>', 'legacy, auto or modern: how servers are spoken to', DEFAULT_ERA)
    .option(
      '--patience <ms>',
      'how long a list waits for a server before it is left out',
      String(DEFAULT_LIST_PATIENCE_MS),
    )
    .option('--timeout <ms>', 'limit of one request to a server in milliseconds', String(REQUEST_TIMEOUT_MS))
}

function readOptions(options: GatewayCommandOptions, command: readonly string[]): GatewaySettings {
  const { config, server, listen, tokens, allowHost, stateless, store } = options
  const { policy, lock, stubs, settings, journal, journalKey, verifyKey } = options
  const mode = parseChoice(options.mode, GATEWAY_MODES, '--mode')
  if (command.length > 0)
    throw new UsageError(
      'USAGE',
      'Cannot serve a gateway in front of a command: its servers are those of a config',
      {
        hint: 'leave out -- and what follows, and name a file: understudy gateway --config .mcp.json',
      },
    )
  // Recordings say by themselves of which servers they are.
  if (config === undefined && mode !== 'replay')
    throw new UsageError('USAGE', 'Cannot serve a gateway without --config: it names the servers behind it', {
      hint: 'such as understudy gateway --config .mcp.json',
    })
  if (options.input !== undefined && config === undefined)
    throw new UsageError(
      'USAGE',
      'Cannot use --input without --config: it is a value for an input of a config',
    )
  const overHttp = { tokens, 'allow-host': allowHost, stateless }
  const [ignored] = Object.entries(overHttp).find(([, value]) => value !== undefined) ?? []
  if (journal !== undefined && mode !== 'live' && mode !== 'dry')
    throw new UsageError(
      'USAGE',
      `Cannot use --journal in the mode ${mode}: it has neither real runs of plans nor rehearsals`,
    )
  if (journalKey !== undefined && journal === undefined && mode !== 'dry')
    throw new UsageError('USAGE', 'Cannot use --journal-key without --journal')
  if (verifyKey !== undefined && journal === undefined)
    throw new UsageError('USAGE', 'Cannot use --verify-key without --journal: a signed yes is kept there')
  if (listen === undefined && ignored !== undefined)
    throw new UsageError('USAGE', `Cannot use --${ignored} without --listen: it is of HTTP`)
  return {
    mode,
    ...defined({ config }),
    toolNames: parseChoice(options.toolNames, TOOL_NAMES, '--tool-names'),
    listing: parseChoice(options.list, LISTINGS, '--list'),
    copy: parseChoice(options.copy, COPY_CHOICES, '--copy'),
    spareCopies: parseInteger(options.spareCopies, '--spare-copies'),
    ...(options.concurrency === undefined
      ? {}
      : { concurrency: parsePositiveInteger(options.concurrency, '--concurrency') }),
    ...defined({ rate: options.rate }),
    era: parseChoice(options.era, ERA_CHOICES, '--era'),
    patienceMs: parsePositiveInteger(options.patience, '--patience'),
    timeoutMs: parsePositiveInteger(options.timeout, '--timeout'),
    approvalTimeoutMs: parsePositiveInteger(options.approvalTimeout, '--approval-timeout'),
    inputs: parseInputs(options.input ?? []),
    ...rehearsalsOf(options, mode),
    ...(server === undefined ? {} : { only: [...new Set(server)] }),
    ...defined({ store, policy, lock, stubs, settings, journal, journalKey, verifyKey }),
    ...(listen === undefined
      ? {}
      : {
          http: {
            ...parseListen(listen),
            ...defined({ tokens }),
            allowedHosts: allowHost ?? [],
            isStateless: stateless === true,
          },
        }),
  }
}

/** Over HTTP without sessions nobody can tell one client from another. */
function rehearsalsOf(
  { assume, idle, longest, worlds, apply, stateless }: GatewayCommandOptions,
  mode: GatewaySettings['mode'],
): Pick<GatewaySettings, 'rehearsals' | 'asksToApply'> {
  const [chosen] =
    Object.entries({ assume, idle, longest, worlds, apply }).find(([, value]) => value !== undefined) ?? []
  if (chosen !== undefined && mode !== 'dry')
    throw new UsageError(
      'USAGE',
      `Cannot use --${chosen} in the mode ${mode}: it is of rehearsals of clients`,
      {
        hint: 'they are there with --mode dry',
      },
    )
  if (chosen !== undefined && stateless === true)
    throw new UsageError(
      'USAGE',
      `Cannot use --${chosen} with --stateless: without sessions there are no rehearsals of clients`,
    )
  if (stateless === true) return { rehearsals: false }
  return {
    ...(apply === undefined
      ? {}
      : { asksToApply: parseChoice(apply, ['ask', 'never'], '--apply') === 'ask' }),
    rehearsals: {
      ...defined({ assume }),
      ...(idle === undefined ? {} : { idleMs: parsePositiveInteger(idle, '--idle') }),
      ...(longest === undefined ? {} : { longestMs: parsePositiveInteger(longest, '--longest') }),
      ...(worlds === undefined ? {} : { worlds: parsePositiveInteger(worlds, '--worlds') }),
    },
  }
}
