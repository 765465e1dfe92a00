/** `understudy probe`: its options. What it does stands in actions/probe.ts. */
import type { Command } from 'commander'
import { defined } from '../../base/index.js'
import { HOST_RESULT_TOKENS } from '../../call/index.js'
import type { CommandContext } from '../command-context.js'
import { parseCallArguments, parseChoice, parseInteger, parsePositiveInteger } from '../option-values.js'
import { addServerOptions, collect, readServerChoice } from '../server-options.js'

interface ProbeOptions {
  readonly tool?: readonly string[]
  readonly policy?: string
  readonly annotated?: boolean
  readonly value?: readonly string[]
  readonly seed: string
  readonly runs: string
  readonly path?: string
  readonly maxTokens: string
  readonly maxTime: string
  readonly allowIncomplete?: true
  readonly copy?: true
  readonly format: string
}

export function addProbeCommand(program: Command, context: CommandContext): void {
  addServerOptions(program.command('probe'), ['tools'])
    .description(
      'Calls tools for real, with arguments made of their schemas, valid ones and broken ones, and reports what is proved to be wrong. Calls no tool that was not chosen by --tool, --policy or --annotated; with --copy all, and nothing lasts.',
    )
    .option('--tool <name>', 'a tool to call; * stands for any characters (repeatable)', collect)
    .option('--policy <file>', 'call the tools that this policy says read')
    .option('--annotated', 'call the tools that their server says only read')
    .option(
      '--value <pair>',
      'NAME=text or NAME:=JSON: what to give for the argument NAME (repeatable)',
      collect,
    )
    .option('--seed <n>', 'seed of everything random', '1')
    .option('--runs <n>', 'inputs of each kind for each tool, at least', '20')
    .option('--path <path>', 'repeat one input of a finding, with its --seed and --tool')
    .option('--max-tokens <n>', 'what an answer may take of a model’s context', String(HOST_RESULT_TOKENS))
    .option('--max-time <s>', 'end after so many seconds with what was found', '300')
    .option('--allow-incomplete', 'exit 0 also where time or servers ran out before all was probed')
    .option('--copy', 'call tools, all unless chosen, in throwaway copies of this machine (Linux)')
    .option('--format <format>', 'text or json', 'text')
    .addHelpText(
      'after',
      `
Exit codes: 0 nothing found, 1 findings, 2 used wrongly,
  3 nothing could be probed, 5 not all of it could

Examples:
  understudy probe --tool 'read_*' -- node server.js
  understudy probe --annotated --value path=notes/a.md -- node server.js
  understudy probe --copy -- node server.js
  understudy probe --config .mcp.json --server memory --annotated --seed 7 --format json`,
    )
    .action(async (options: ProbeOptions, command: Command) => {
      const { policy, path } = options
      const settings = {
        names: options.tool ?? [],
        annotated: options.annotated === true,
        allowIncomplete: options.allowIncomplete === true,
        copy: options.copy === true,
        values: parseCallArguments(options.value ?? [], undefined),
        seed: parseInteger(options.seed, '--seed'),
        runs: parsePositiveInteger(options.runs, '--runs'),
        maxTokens: parsePositiveInteger(options.maxTokens, '--max-tokens'),
        maxTimeMs: parsePositiveInteger(options.maxTime, '--max-time') * 1000,
        format: parseChoice(options.format, ['text', 'json'], '--format'),
        ...defined({ policy, path }),
      }
      const choice = readServerChoice(command.opts(), context.serverCommand)
      const { probeServers } = await import('../actions/probe.js')
      context.exitCode = await probeServers(settings, choice, context.io)
    })
}
