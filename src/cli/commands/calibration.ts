/** `understudy calibration`: its options. What it does stands in actions/calibration.ts. */
import type { Command } from 'commander'
import { defined, UsageError } from '../../base/index.js'
import type { CommandContext } from '../command-context.js'
import { parseChoice } from '../option-values.js'

interface CalibrationOptions {
  readonly journal?: string
  readonly journalKey?: string
  readonly server?: string
  readonly source?: string
  readonly failBelow?: string
  readonly format: string
}

const SOURCES = [
  ...(['copy', 'stub', 'stand-in', 'live', 'preview', 'overlay', 'recording'] as const),
  ...(['nearest', 'schema', 'learned', 'unknown'] as const),
] as const

export function addCalibrationCommand(program: Command, context: CommandContext): void {
  program
    .command('calibration')
    .description(
      'Of the runs by a receipt that a journal has: how many went as the verdict said, and how many calls as was said of them, by server and by who said it.',
    )
    .option('--journal <path>', 'a file or a postgres:// URL (default: .understudy/runs.db)')
    .option('--journal-key <file>', 'its key (default: UNDERSTUDY_JOURNAL_KEY, else one of this user)')
    .option('--server <name>', 'only runs that called it, and only its calls')
    .option('--source <source>', `only what was said by one of ${SOURCES.join(', ')}`)
    .option('--fail-below <share>', 'exit 1 when fewer of the runs called pass went as said: 0 to 1')
    .option('--format <format>', 'text, json', 'text')
    .addHelpText(
      'after',
      `
Exit codes: 0 fine, 1 below --fail-below, 2 used wrongly, 3 the journal cannot
be read, 5 with --fail-below: no run that was called pass is there to judge by

Examples:
  understudy calibration
  understudy calibration --source copy --fail-below 0.98`,
    )
    .action(async ({ format, ...options }: CalibrationOptions) => {
      const { journal, journalKey, server, source, failBelow } = options
      const { calibration } = await import('../actions/calibration.js')
      context.exitCode = await calibration(
        {
          format: parseChoice(format, ['text', 'json'], '--format'),
          ...defined({ journal, journalKey, server }),
          ...(source === undefined ? {} : { source: parseChoice(source, SOURCES, '--source') }),
          ...(failBelow === undefined ? {} : { failBelow: parseShare(failBelow) }),
        },
        context.io,
      )
    })
}

function parseShare(text: string): number {
  const share = Number(text)
  if (text.trim() !== '' && share >= 0 && share <= 1) return share
  throw new UsageError('USAGE', `Cannot use --fail-below ${JSON.stringify(text)}: it is no share`, {
    hint: 'write a number from 0 to 1, such as 0.98',
  })
}
