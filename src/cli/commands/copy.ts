/** `understudy copy`: its options. What it does stands in actions/copy.ts. */
import type { Command } from 'commander'
import { defined, UsageError } from '../../base/index.js'
import type { CommandContext } from '../command-context.js'
import { parsePositiveInteger } from '../option-values.js'
import { collect } from '../server-options.js'

interface CopyCommandOptions {
  readonly root?: readonly string[]
  readonly keep?: string
  readonly shell?: boolean
  readonly maxMemory: string
  readonly maxProcesses: string
  readonly maxTime?: string
}

export function addCopyCommand(program: Command, context: CommandContext): void {
  program
    .command('copy')
    .description(
      'Runs the command behind -- in a throwaway copy of this machine, and tells on standard error what it would have changed. Nothing it does to files lasts, and nothing of it leaves the copy. Linux.',
    )
    .option(
      '--root <dir>',
      'a folder to be copied whole (repeatable; default: the current folder, and what the command names)',
      collect,
    )
    .option('--keep <dir>', 'write what was made or changed to this folder, which must not exist yet')
    .option('--shell', 'run a shell instead of a command')
    .option('--max-memory <mb>', 'end it when its processes hold more memory', '4096')
    .option('--max-processes <n>', 'end it when more of them run at once', '1000')
    .option('--max-time <s>', 'end it after so many seconds (default: never)')
    .addHelpText(
      'after',
      `
Folders that are copied whole can be renamed; all other files can be written
too, over what is there. Folders with more than 20,000 files or 256 MB are not
copied whole. Ends with the exit code of the command, and with 3 when no copy
can be made here, or the command goes over a limit.

Examples:
  understudy copy -- npm run clean
  understudy copy --keep ./result -- ./migrate.sh
  understudy copy --shell`,
    )
    .action(async (options: CopyCommandOptions) => {
      const { serverCommand, io } = context
      if ((options.shell === true) === serverCommand.length > 0)
        throw new UsageError(
          'USAGE',
          options.shell === true
            ? 'Cannot run a shell and a command: --shell stands alone'
            : 'Cannot make a copy: no command was given',
          { hint: 'write the command behind --, such as understudy copy -- npm run clean, or use --shell' },
        )
      const { maxTime } = options
      const limits = {
        maxMemoryBytes: parsePositiveInteger(options.maxMemory, '--max-memory') * 1_048_576,
        maxProcesses: parsePositiveInteger(options.maxProcesses, '--max-processes'),
        ...(maxTime === undefined
          ? {}
          : { maxLifetimeMs: parsePositiveInteger(maxTime, '--max-time') * 1000 }),
      }
      const { runInCopy } = await import('../actions/copy.js')
      context.exitCode = await runInCopy(
        {
          command: serverCommand,
          ...defined({ roots: options.root, keep: options.keep }),
          limits,
        },
        io,
      )
    })
}
