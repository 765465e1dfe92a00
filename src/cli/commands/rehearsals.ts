/** `understudy rehearsals`: its options. What it does stands in actions/rehearsals.ts. */
import { Argument, type Command } from 'commander'
import { defined, UsageError } from '../../base/index.js'
import type { CommandContext } from '../command-context.js'
import { parseChoice } from '../option-values.js'
import {
  REHEARSALS_ACTIONS,
  REHEARSALS_FORMATS,
  type RehearsalsAction,
} from '../rehearsals/rehearsals-request.js'

interface RehearsalsOptions {
  readonly journal?: string
  readonly journalKey?: string
  readonly config?: string
  readonly policy?: string
  readonly settings?: string
  readonly out?: string
  readonly format: string
}

export function addRehearsalsCommand(program: Command, context: CommandContext): void {
  program
    .command('rehearsals')
    .addArgument(new Argument('<action>', 'what to do').choices(REHEARSALS_ACTIONS))
    .argument('[id]', 'the rehearsal; all but list need it')
    .description(
      'Lists and shows what clients of understudy gateway --mode dry tried, call by call, with what it would change, and does it for real after one yes.',
    )
    .option('--journal <path>', 'a file or a postgres:// URL (default: .understudy/runs.db)')
    .option('--journal-key <file>', 'its key (default: UNDERSTUDY_JOURNAL_KEY, else one of this user)')
    .option('--config <file>', 'the servers (default: the file that the gateway had)')
    .option('--policy <file>', 'what may be called (default: the file that the gateway had)')
    .option(
      '--settings <file>',
      'what the project says of its servers (default: the file that the gateway had)',
    )
    .option(
      '--out <file>',
      'of show: write its calls as a plan, secrets replaced: a workflow where that can say it, else a sequence',
    )
    .option('--format <format>', 'text or json; html of show, as one page', 'text')
    .addHelpText(
      'after',
      `
Actions:
  list          one line for each rehearsal, newest first
  show ID       its calls, the diff of what it would change, and whether it can
                be applied. Where nobody has looked so far, its calls are made
                again in two fresh copies, which takes seconds
  apply ID      do it for real, as shown: made once more on a copy of the world
                as it is now, then one question, then one call at a time, each
                answer held against what was shown
  discard ID    nothing of it can be applied, and what it said is forgotten

Exit codes: 0 fine, 1 it cannot be applied, or came to something else, 2 used
wrongly, 3 the journal or a server cannot be used, 4 nothing was done, or it was
stopped before its end

Examples:
  understudy rehearsals list
  understudy rehearsals show 3f2a9c
  understudy rehearsals show 3f2a9c --out plan.json
  understudy rehearsals show 3f2a9c --format html >page.html
  understudy rehearsals apply 3f2a9c
  understudy rehearsals discard 3f2a9c`,
    )
    .action(async (name: string, id: string | undefined, options: RehearsalsOptions) => {
      const action = parseChoice(name, REHEARSALS_ACTIONS, 'the action')
      refuseUnused(action, id, options)
      const { journal, journalKey, config, policy, settings, out } = options
      const { useRehearsals } = await import('../actions/rehearsals.js')
      context.exitCode = await useRehearsals(
        action,
        {
          id: id ?? '',
          format: parseChoice(options.format, REHEARSALS_FORMATS, '--format'),
          ...defined({ journal, journalKey, config, policy, settings, out }),
        },
        context.io,
      )
    })
}

/** What would be ignored is refused. */
function refuseUnused(action: RehearsalsAction, id: string | undefined, options: RehearsalsOptions): void {
  if (action === 'list' && id !== undefined)
    throw new UsageError('USAGE', 'Cannot list one rehearsal: list takes no name', {
      hint: 'show tells of one rehearsal',
    })
  if (action !== 'list' && id === undefined)
    throw new UsageError('USAGE', `Cannot ${action} a rehearsal without its name`, {
      hint: 'understudy rehearsals list tells them',
    })
  const { config, policy, settings, out, format } = options
  const [unused] = Object.entries({ config, policy, settings }).find(([, value]) => value !== undefined) ?? []
  if (action !== 'show' && action !== 'apply' && unused !== undefined)
    throw new UsageError(
      'USAGE',
      `Cannot use --${unused} with rehearsals ${action}: it belongs to show and apply`,
    )
  if (action !== 'show' && format === 'html')
    throw new UsageError('USAGE', `Cannot use --format html with rehearsals ${action}: it belongs to show`)
  if (action !== 'show' && out !== undefined)
    throw new UsageError('USAGE', `Cannot use --out with rehearsals ${action}: it belongs to show`)
}
