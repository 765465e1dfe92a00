/** `understudy stubs`: its options. What it does stands in actions/stubs.ts. */
import { Argument, type Command } from 'commander'
import { COPY_CHOICES } from '../../gateway/choices/index.js'
import type { CommandContext } from '../command-context.js'
import { type DryRunOptions, readDryRunSettings } from '../dry-run-settings.js'
import { prewarmSandbox } from '../prewarmed-sandbox.js'
import { addServerOptions, collect, readServerChoice } from '../server-options.js'

type StubsOptions = Pick<
  DryRunOptions,
  'params' | 'seed' | 'now' | 'store' | 'stubs' | 'settings' | 'policy' | 'liveReads' | 'copy'
> & { readonly out?: string }

export function addStubsCommand(program: Command, context: CommandContext): void {
  addServerOptions(
    program
      .command('stubs')
      .addArgument(new Argument('<action>', 'what to do').choices(['init']))
      .argument('<file>', 'a program (.ts, .js, .mjs) or a workflow (.json, .yaml)'),
  )
    .description(
      'Rehearses the file, and writes a stub for each place whose answer was made up. All are drafts: they answer nothing until you put in what the tool really says, and remove the line "draft".',
    )
    .option('--out <file>', 'the file to write (default: standard output)')
    .option('--stubs <file>', 'answers given by hand already: what they answer is left out')
    .option('--params <json>', 'what the program sees as params')
    .option('--seed <n>', 'seed of everything random', '1')
    .option('--now <time>', 'where virtual time starts (ISO 8601; default: now)')
    .option(
      '--store <path>',
      'recordings to answer from, a file or postgres://… (default: .understudy/recordings.db, if there is one)',
    )
    .option(
      '--settings <file>',
      'what the project says about its recordings and servers (default: understudy.config.json or .yaml, if there is one)',
    )
    .option(
      '--policy <file>',
      'what tools do, and which of them may be called, asked for or denied (YAML or JSON)',
    )
    .option(
      '--copy <when>',
      `run servers in a throwaway copy of this machine, where they answer for real and nothing lasts: ${COPY_CHOICES.join(', ')}`,
      'auto',
    )
    .option(
      '--live-reads <pattern>',
      'ask these tools for real, which only read: SERVER:TOOL, where * stands for any characters (repeatable)',
      collect,
    )
    .addHelpText(
      'after',
      `
Examples:
  understudy stubs init plan.ts --config .mcp.json --out stubs.yaml
  understudy stubs init plan.ts --tools tools.json --stubs stubs.yaml`,
    )
    .action(async (_: string, file: string, { out, ...options }: StubsOptions, command: Command) => {
      const settings = readDryRunSettings(file, { ...options, ...NO_REPORT })
      const choice = readServerChoice(command.opts(), context.serverCommand)
      await using prewarmed = prewarmSandbox(settings, context.io)
      const { initStubs } = await import('../actions/stubs.js')
      context.exitCode = await initStubs({ settings, choice, prewarmed, out }, context.io)
    })
}

/** What a rehearsal is asked for whose report nobody sees. */
const NO_REPORT = { runs: '1', budget: '0', format: 'text', failOn: 'fail', types: 'never' } as const
