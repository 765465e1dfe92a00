/** `understudy copy`: its options. What it does stands in actions/copy.ts. */
import type { Command } from 'commander'
import { UsageError } from '../../base/index.js'
import type { CommandContext } from '../command-context.js'
import { collect } from '../server-options.js'

interface CopyCommandOptions {
  readonly root?: readonly string[]
  readonly keep?: string
  readonly shell?: boolean
}

export function addCopyCommand(program: Command, context: CommandContext): void {
  program
    .command('copy')
    .summary('run a command in a throwaway copy of this machine')
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
    .addHelpText(
      'after',
      `
Folders that are copied whole can be renamed; all other files can be written
too, over what is there. Folders with more than 20,000 files or 256 MB are not
copied whole. Ends with the exit code of the command.

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
      const { runInCopy } = await import('../actions/copy.js')
      context.exitCode = await runInCopy(
        {
          command: serverCommand,
          ...(options.root === undefined ? {} : { roots: options.root }),
          ...(options.keep === undefined ? {} : { keep: options.keep }),
        },
        io,
      )
    })
}
