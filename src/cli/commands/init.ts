/** `understudy init`: its options. What it does stands in actions/init.ts. */
import type { Command } from 'commander'
import { defined } from '../../base/index.js'
import type { CommandContext } from '../command-context.js'
import { parseChoice } from '../option-values.js'
import { addServerOptions, collect, readServerChoice } from '../server-options.js'
import { DEFAULT_LOCK } from './lock.js'

interface InitOptions {
  readonly out?: string
  readonly lock: string
  readonly tool?: readonly string[]
  readonly policy?: string
  readonly copy?: true
  readonly calls: boolean
  readonly force?: true
  readonly format: string
}

export function addInitCommand(program: Command, context: CommandContext): void {
  addServerOptions(program.command('init'), ['tools'])
    .description(
      'Looks at a server in both eras and writes a first passing test for vitest, the contract lock, and a table of what is tested. Calls only tools that you name, that your policy calls read, or that the server says only read (readOnlyHint); with --copy all, and nothing lasts.',
    )
    .option('--out <file>', 'the test file (default: tests/NAME.mcp.test.ts)')
    .option('--lock <file>', 'the contract lock', DEFAULT_LOCK)
    .option('--tool <pattern>', 'call these tools too, * for any characters (repeatable)', collect)
    .option('--policy <file>', 'what tools do and whether they may be called (JSON or YAML)')
    .option('--copy', 'call all tools, and test them, in throwaway copies of this machine (Linux)')
    .option('--no-calls', 'call no tool, only list')
    .option('--force', 'write files anew that are there already')
    .option('--format <format>', 'text or json', 'text')
    .addHelpText(
      'after',
      `
Exit codes: 0 written, 2 used wrongly or a file is there already,
  3 the server could not be asked

Examples:
  understudy init -- node server.js
  understudy init --copy -- node server.js
  understudy init --name notes --tool 'search_*' --config .mcp.json --server notes`,
    )
    .action(async (options: InitOptions, command: Command) => {
      const { out, lock, tool = [], policy, copy, calls, force } = options
      const settings = {
        lock,
        tools: tool,
        isCalling: calls,
        isForced: force === true,
        copy: copy === true,
        // The default of --era is for commands that need one: this one looks at both.
        isEraChosen: command.getOptionValueSource('era') === 'cli',
        isTimeoutChosen: command.getOptionValueSource('timeout') === 'cli',
        format: parseChoice(options.format, ['text', 'json'], '--format'),
        ...defined({ out, policy }),
      }
      const choice = readServerChoice(command.opts(), context.serverCommand)
      const { writeFirstTest } = await import('../actions/init.js')
      await writeFirstTest(settings, choice, context.io)
    })
}
