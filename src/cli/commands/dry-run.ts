/** `understudy dry-run`: its options. What it does stands in actions/dry-run.ts. */
import type { Command } from 'commander'
import { nextLoopTurn } from '../../base/index.js'
import { COPY_CHOICES } from '../../gateway/choices/index.js'
import type { CommandContext } from '../command-context.js'
import { type DryRunOptions, FAIL_ON, FORMATS, readDryRunSettings } from '../dry-run-settings.js'
import { prewarmSandbox } from '../prewarmed-sandbox.js'
import { addServerOptions, collect, readServerChoice } from '../server-options.js'
import { TYPE_CHOICES } from '../type-check-choice.js'

export function addDryRunCommand(program: Command, context: CommandContext): void {
  const command = addServerOptions(
    program
      .command('dry-run')
      .argument(
        '<file>',
        'a program (.ts, .js, .mjs), a workflow (.json, .yaml) or a sequence (.json); - reads a program from standard input',
      ),
  ).description(
    'Runs the file in a sandbox, checks every tool call against the real schema, answers it from stubs, from the server in a throwaway copy of this machine, from recordings or the schema, and reports what would happen. Nothing outside the copy is touched but what settings and --live-reads allow.',
  )
  addJudging(addQuestion(command))
    .addHelpText(
      'after',
      `
Exit codes: 0 fine or uncertain, 1 provably wrong (or --fail-on),
  2 used wrongly, 3 could not start

Examples:
  understudy dry-run plan.ts --config .mcp.json
  understudy dry-run plan.ts --tools tools.json --format json
  understudy dry-run plan.ts --config .mcp.json --receipt plan.receipt.json
  understudy dry-run plan.ts --config .mcp.json --watch
  understudy dry-run workflow.yaml --fail-on uncertain -- node server.js
  understudy dry-run plan.ts --config .mcp.json --format github --out report.sarif --out report.html`,
    )
    .action(async (file: string, options: DryRunOptions, command: Command) => {
      const settings = readDryRunSettings(file, options)
      const choice = readServerChoice(command.opts(), context.serverCommand)
      const runs = settings.watch ? Number.POSITIVE_INFINITY : settings.runs
      await using prewarmed = prewarmSandbox({ ...settings, runs }, context.io)
      // Its process starts while all else is being loaded.
      await nextLoopTurn()
      const { dryRun } = await import('../actions/dry-run.js')
      context.exitCode = await dryRun(settings, choice, prewarmed, context.io)
    })
}

/** What is rehearsed, and from what it is answered. */
function addQuestion(command: Command): Command {
  return command
    .option('--params <json>', 'what the program sees as params')
    .option(
      '--types <when>',
      `check the types of a program with TypeScript, beside its rehearsal: ${TYPE_CHOICES.join(', ')}`,
      'auto',
    )
    .option('--seed <n>', 'seed of everything random', '1')
    .option('--runs <n>', 'rehearse with as many seeds, 1 to 32: the worst verdict counts', '1')
    .option(
      '--budget <n>',
      'with how many other values, at most, to find out which invented answers matter; 0 for none',
      '24',
    )
    .option('--faults', 'let each call fail in turn, and tell what that leaves half done or done twice')
    .option('--now <time>', 'where virtual time starts (ISO 8601; default: now)')
    .option(
      '--store <path>',
      'recordings to answer from, a file or postgres://… (default: .understudy/recordings.db, if there is one)',
    )
    .option('--stale', 'answer from stale recordings too, which no verdict rests on (default)')
    .option('--no-stale', 'leave stale recordings out')
    .option(
      '--settings <file>',
      'what the project says about its recordings and servers (default: understudy.config.json or .yaml, if there is one)',
    )
}

/** What is allowed, what is told, and where it is kept. */
function addJudging(command: Command): Command {
  return command
    .option(
      '--policy <file>',
      'what tools do, and which of them may be called, asked for or denied (YAML or JSON)',
    )
    .option('--stubs <file>', 'answers given by hand (YAML or JSON)')
    .option('--format <format>', FORMATS.join(', '), 'text')
    .option(
      '--out <file>',
      'write the report to a file as well: .txt, .json, .html, .xml (JUnit), .sarif, .md (repeatable)',
      collect,
    )
    .option('--fail-on <what>', `exit 1 on ${FAIL_ON.join(', ')}`, 'fail')
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
    .option('--require-copies <list>', 'servers that must have been copied, comma-separated; else exit 3')
    .option(
      '--receipt <file>',
      'write what the rehearsal expects of the real run, for understudy run --receipt',
    )
    .option(
      '--journal <path>',
      'of --receipt: the one journal of runs that may spend it (default: .understudy/runs.db)',
    )
    .option('--journal-key <file>', 'its key (default: UNDERSTUDY_JOURNAL_KEY, else one of this user)')
    .option('--watch', 'rehearse again whenever the plan or a file of the rehearsal changes, until Ctrl-C')
    .option('--require-layers <list>', 'layers of the sandbox that must be active, comma-separated')
}
