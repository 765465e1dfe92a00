/** `understudy run`: its options. What it does stands in actions/run.ts. */
import { basename } from 'node:path'
import type { Command } from 'commander'
import { defined, REQUEST_TIMEOUT_MS, UsageError } from '../../base/index.js'
import { COPY_CHOICES } from '../../gateway/choices/index.js'
import type { RunSettings } from '../actions/run.js'
import type { CommandContext } from '../command-context.js'
import { parseChoice, parseInteger, parsePositiveInteger, parseTyped } from '../option-values.js'
import { collect } from '../server-options.js'

interface RunCommandOptions {
  readonly config?: string
  readonly server?: readonly string[]
  readonly receipt?: string
  readonly asRehearsed: boolean
  readonly params?: string
  readonly seed: string
  readonly runs: string
  readonly policy?: string
  readonly settings?: string
  readonly stubs?: string
  readonly store?: string | boolean
  readonly copy: string
  readonly timeout: string
  readonly format: string
  readonly journal?: string | false
  readonly journalKey?: string
  readonly verifyKey?: string
}

export function addRunCommand(program: Command, context: CommandContext): void {
  program
    .command('run')
    .argument(
      '<file>',
      'a program (.ts, .js, .mjs), a workflow (.json, .yaml) or a sequence (.json); - reads a program from standard input',
    )
    .description(
      'Rehearses the file, shows the verdict and every effect, asks once, and runs it for real. A call that may change something and was not rehearsed so stops the run before it is made. With --receipt it was rehearsed elsewhere.',
    )
    .option('--config <file>', 'servers from a file with "mcpServers" or "servers"')
    .option('--server <name>', 'only this server of the config (repeatable)', collect)
    .option('--receipt <file>', 'of a rehearsal: run what that says, once; nothing is rehearsed again')
    .option('--as-rehearsed', 'with the clock and the chance of the rehearsal (default)', true)
    .option('--no-as-rehearsed', "with the machine's clock and chance")
    .option('--params <json>', 'what the program sees as params')
    .option('--seed <n>', 'of the rehearsal: seed of everything random', '1')
    .option('--runs <n>', 'rehearse with as many seeds, 1 to 32: the worst verdict counts', '1')
    .option('--policy <file>', 'what may be called, asked for and denied')
    .option('--settings <file>', 'what the project says about its recordings and servers')
    .option('--stubs <file>', 'the rehearsal answers by these first')
    .option('--store [path]', 'where recordings are (default: .understudy/recordings.db beside the config)')
    .option('--no-store', 'record nothing')
    .option(
      '--journal <path>',
      'where the run is kept so that a killed one goes on (understudy runs): a file or a postgres:// URL (default: .understudy/runs.db)',
    )
    .option('--no-journal', 'keep it nowhere: what is killed is gone, and no receipt of elsewhere is spent')
    .option('--journal-key <file>', 'its key (default: UNDERSTUDY_JOURNAL_KEY, else one of this user)')
    .option(
      '--copy <when>',
      `rehearse with servers in a throwaway copy of this machine: ${COPY_CHOICES.join(', ')}`,
      'auto',
    )
    .option('--timeout <ms>', 'limit of one request to a server in milliseconds', String(REQUEST_TIMEOUT_MS))
    .option(
      '--verify-key <file>',
      "public keys of those whose signed yes counts, and nobody else's (understudy runs approve --sign)",
    )
    .option('--format <format>', 'text, json', 'text')
    .addHelpText(
      'after',
      `
Exit codes: 0 it completed, 1 it failed, 2 used wrongly, 3 could not start,
  4 it deviated, a call is in doubt, the receipt does not hold, or nobody said
  yes

Examples:
  understudy run plan.ts --config .mcp.json
  understudy dry-run plan.ts --config .mcp.json --receipt plan.receipt.json
  understudy run plan.ts --config .mcp.json --receipt plan.receipt.json`,
    )
    .action(async (file: string, options: RunCommandOptions) => {
      const settings = readOptions(file, options, context.serverCommand)
      const { run } = await import('../actions/run.js')
      context.exitCode = await run(settings, context.io)
    })
}

function readOptions(file: string, options: RunCommandOptions, command: readonly string[]): RunSettings {
  const {
    config,
    server,
    receipt,
    params,
    policy,
    settings,
    stubs,
    store,
    asRehearsed,
    journal,
    journalKey,
    verifyKey,
  } = options
  if (config === undefined || command.length > 0)
    throw new UsageError('USAGE', 'Cannot run a plan without --config: it names the servers', {
      hint: 'such as understudy run plan.ts --config .mcp.json',
    })
  return {
    ...{ file, config, asRehearsed },
    fileName: file === '-' ? 'program.ts' : basename(file),
    seed: parseInteger(options.seed, '--seed'),
    runs: parsePositiveInteger(options.runs, '--runs'),
    copy: parseChoice(options.copy, COPY_CHOICES, '--copy'),
    timeoutMs: parsePositiveInteger(options.timeout, '--timeout'),
    format: parseChoice(options.format, ['text', 'json'], '--format'),
    ...(params === undefined
      ? {}
      : {
          params: parseTyped(params, 'the parameters (--params)', `write it as --params '{"key": "text"}'`),
        }),
    ...(server === undefined ? {} : { only: [...new Set(server)] }),
    ...defined({ receipt, policy, settings, stubs, store, journal, journalKey, verifyKey }),
  }
}
