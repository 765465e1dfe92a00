/** `understudy runs`: its options. What it does stands in actions/runs.ts. */
import { Argument, type Command } from 'commander'
import { defined, type JsonValue, parseJson, UsageError } from '../../base/index.js'
import type { CommandContext } from '../command-context.js'
import { parseChoice, parsePositiveInteger } from '../option-values.js'
import { RUNS_ACTIONS, type RunsAction } from '../runs/runs-request.js'
import { collect } from '../server-options.js'

interface RunsOptions {
  readonly journal?: string
  readonly journalKey?: string
  readonly config?: string
  readonly policy?: string
  readonly settings?: string
  readonly sign?: string
  readonly verifyKey?: string
  readonly server?: readonly string[]
  readonly yes?: boolean
  readonly happened?: string
  readonly neverHappened?: string
  readonly answer?: string
  readonly format: string
}

export function addRunsCommand(program: Command, context: CommandContext): void {
  program
    .command('runs')
    .addArgument(new Argument('<action>', 'what to do').choices(RUNS_ACTIONS))
    .argument('[id]', 'the run; all but list need it. Of approve: a receipt, too (a file that ends in .json)')
    .description(
      'Lists and shows real runs of plans, goes on with one that was killed, answers one that waits, takes one back.',
    )
    .option('--journal <path>', 'a file or a postgres:// URL (default: .understudy/runs.db)')
    .option('--journal-key <file>', 'its key (default: UNDERSTUDY_JOURNAL_KEY, else one of this user)')
    .option('--config <file>', 'of resume: the servers, as the run had them')
    .option('--server <name>', 'of resume: only this server of the config (repeatable)', collect)
    .option('--policy <file>', 'of resume: what may be called, asked for and denied')
    .option('--settings <file>', 'of resume: what the project says about its servers')
    .option(
      '--verify-key <file>',
      "of resume: public keys of those whose signed yes counts, and nobody else's",
    )
    .option('--sign <file>', 'of approve: the private key of whoever approves (Ed25519, PEM)')
    .option('--happened <call>', 'of resume: this call, which is in doubt, did take effect')
    .option('--never-happened <call>', 'of resume: this call, which is in doubt, did not, and is sent again')
    .option('--answer <json>', 'with --happened: what the program gets for it (default: null)')
    .option('--yes', 'of undo: do it, and ask nobody')
    .option('--format <format>', 'text or json', 'text')
    .addHelpText(
      'after',
      `
Actions:
  list          one line for each run, newest first
  show ID       its calls: done, never sent or in doubt, and what it waits for
  resume ID     go on: what was done is answered from the journal, and nothing
                is sent twice. A call in doubt is settled by a person first
  approve ID    yes to the question that show shows; then resume. With --sign
                the yes of a key; of a receipt it is written into its file
  abandon ID    nothing more of it happens; nothing is undone
  undo ID       put back what it changed, by the former bytes of files, where
                each is still as the run left it; what is not is named and left

Exit codes: 0 fine, 1 it ended otherwise than completed, or undo left
something, 2 used wrongly, 3 the
journal or a server cannot be used, 4 it waits for a person, or for a word on a
call in doubt, or nobody said yes to the undo

Examples:
  understudy runs list
  understudy runs show 3f2a9c
  understudy runs resume 3f2a9c --config .mcp.json
  understudy runs resume 3f2a9c --config .mcp.json --never-happened 4
  understudy runs undo 3f2a9c`,
    )
    .action(async (name: string, id: string | undefined, options: RunsOptions) => {
      const action = parseChoice(name, RUNS_ACTIONS, 'the action')
      refuseUnused(action, id, options)
      const { journal, journalKey, config, policy, settings, sign, verifyKey, server: only, yes } = options
      const { useRuns } = await import('../actions/runs.js')
      context.exitCode = await useRuns(
        action,
        {
          id: id ?? '',
          format: parseChoice(options.format, ['text', 'json'], '--format'),
          ...defined({ journal, journalKey, config, policy, settings, sign, verifyKey, only, yes }),
          settle: settleOf(options),
        },
        context.io,
      )
    })
}

function settleOf({ happened, neverHappened, answer }: RunsOptions) {
  if (happened !== undefined) {
    const value: JsonValue = answer === undefined ? null : parseJson(answer, '--answer')
    return { call: parsePositiveInteger(happened, '--happened'), as: { value } }
  }
  if (neverHappened === undefined) return undefined
  return { call: parsePositiveInteger(neverHappened, '--never-happened'), as: 'never sent' as const }
}

/** What would be ignored is refused. */
function refuseUnused(action: RunsAction, id: string | undefined, options: RunsOptions): void {
  if (action === 'list' && id !== undefined)
    throw new UsageError('USAGE', 'Cannot list one run: list takes no name', {
      hint: 'show tells of one run',
    })
  if (action !== 'list' && id === undefined)
    throw new UsageError('USAGE', `Cannot ${action} a run without its name`, {
      hint: 'understudy runs list tells them',
    })
  const { config, server, policy, settings, happened, neverHappened, answer, sign, verifyKey } = options
  const ofResume = {
    config,
    server,
    policy,
    settings,
    'verify-key': verifyKey,
    happened,
    'never-happened': neverHappened,
    answer,
  }
  const [unused] = Object.entries(ofResume).find(([, value]) => value !== undefined) ?? []
  if (action !== 'resume' && unused !== undefined)
    throw new UsageError('USAGE', `Cannot use --${unused} with runs ${action}: it belongs to resume`)
  if (action !== 'approve' && sign !== undefined)
    throw new UsageError('USAGE', `Cannot use --sign with runs ${action}: it belongs to approve`)
  if (action !== 'undo' && options.yes !== undefined)
    throw new UsageError('USAGE', `Cannot use --yes with runs ${action}: it belongs to undo`)
  if (action === 'resume' && config === undefined)
    throw new UsageError('USAGE', 'Cannot resume a run without --config: it names the servers that it calls')
  if (happened !== undefined && neverHappened !== undefined)
    throw new UsageError(
      'USAGE',
      'Cannot use --happened and --never-happened together: settle one call at a time',
    )
  if (answer !== undefined && happened === undefined)
    throw new UsageError('USAGE', 'Cannot use --answer without --happened')
}
