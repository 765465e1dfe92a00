/** `understudy store`: its options. What it does stands in actions/store.ts. */
import { Argument, type Command } from 'commander'
import { defined, UsageError } from '../../base/index.js'
import type { RecordingFilter } from '../../recording/index.js'
import type { CommandContext } from '../command-context.js'
import { parseChoice } from '../option-values.js'
import { parseAge, parseMoment } from '../store/moments.js'
import { RECORDING_STATUSES } from '../store/recording-statuses.js'
import { STORE_ACTIONS, type StoreAction } from '../store/store-request.js'

interface StoreOptions {
  readonly store?: string
  readonly server?: string
  readonly tool?: string
  readonly method?: string
  readonly since?: string
  readonly before?: string
  readonly olderThan?: string
  readonly status?: string
  readonly out?: string
  readonly settings?: string
  readonly config?: string
  readonly all?: true
  readonly dryRun?: true
  readonly format: string
}

export function addStoreCommand(program: Command, context: CommandContext): void {
  program
    .command('store')
    .addArgument(new Argument('<action>', 'what to do').choices(STORE_ACTIONS))
    .argument('[names...]', 'files to import, the key to show, or servers to invalidate')
    .description('Lists, shows, moves and removes recordings.')
    .option(
      '--store <store>',
      'the store: a SQLite file, a cassette (.jsonl) or a postgres:// URL (default: .understudy/recordings.db)',
    )
    .option('--server <name>', 'only recordings of this server')
    .option('--tool <name>', 'only calls of this tool')
    .option('--method <method>', 'only requests of this method, such as tools/list')
    .option('--since <time>', 'recorded then or later: a time, or how long ago, such as 12h')
    .option('--before <time>', 'recorded earlier: a time, or how long ago')
    .option('--older-than <age>', 'recorded longer ago, such as 30d')
    .option('--status <status>', `how it ended: ${RECORDING_STATUSES.join(', ')}`)
    .option('--out <file>', 'of export: where to write the cassette')
    .option(
      '--settings <file>',
      'what the project says about its recordings (default: understudy.config.json or .yaml, if there is one)',
    )
    .option('--config <file>', 'of scan: look for what the servers of this config were given as well')
    .option('--all', 'of list: also handshakes and lists of tools that said the same before')
    .option('--dry-run', 'of prune: tell how many, and remove nothing')
    .option('--format <format>', 'text or json', 'text')
    .addHelpText(
      'after',
      `
Actions:
  list              one line for each recording, oldest first
  show KEY          one exchange with all that was said; KEY may be its start
  stats             how much of what, and how large
  export            write recordings to a cassette (--out)
  import FILE...    add the recordings of other stores; what is there is skipped
  prune             remove what the filters name, and tell how much it was
  invalidate NAME.. the data of these servers changed: recordings are stale
  scan              look for secrets that were not replaced

Exit codes: 0 fine, 1 secrets found, 2 used wrongly, 3 the store cannot be used

Examples:
  understudy store list --server notes --since 2d
  understudy store export --tool read_note --out test/notes.jsonl
  understudy store import test/notes.jsonl --store .understudy/recordings.db
  understudy store prune --older-than 30d --dry-run`,
    )
    .action(async (name: string, names: readonly string[], options: StoreOptions) => {
      const action = parseChoice(name, STORE_ACTIONS, 'the action')
      refuseUnused(action, names, options)
      const { store, out, status, settings, config } = options
      const request = {
        names,
        filter: filterOf(options, context.io.clock.now()),
        showsAll: options.all === true,
        isDryRun: options.dryRun === true,
        format: parseChoice(options.format, ['text', 'json'], '--format'),
        ...defined({ store, out, settings, config }),
        ...(status === undefined ? {} : { status: parseChoice(status, RECORDING_STATUSES, '--status') }),
      }
      const { useStore } = await import('../actions/store.js')
      context.exitCode = await useStore(action, request, context.io)
    })
}

function filterOf(options: StoreOptions, nowMs: number): RecordingFilter {
  const { server, tool, method, since, before, olderThan } = options
  if (before !== undefined && olderThan !== undefined)
    throw new UsageError('USAGE', 'Cannot use --before and --older-than together: they say the same')
  return {
    ...defined({ server, tool, method }),
    ...(since === undefined ? {} : { recordedSince: parseMoment(since, '--since', nowMs) }),
    ...(before === undefined ? {} : { recordedBefore: parseMoment(before, '--before', nowMs) }),
    ...(olderThan === undefined ? {} : { recordedBefore: parseAge(olderThan, '--older-than', nowMs) }),
  }
}

/** What would be ignored is refused. */
function refuseUnused(action: StoreAction, names: readonly string[], options: StoreOptions): void {
  const allowed = new Set([...OPTIONS_OF_ALL, ...OPTIONS_OF[action]])
  const unused = Object.keys(options).find((option) => !allowed.has(option))
  if (unused !== undefined)
    throw new UsageError(
      'USAGE',
      `Cannot use --${unused.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} with store ${action}`,
      { hint: 'see understudy store --help' },
    )
  const most = ['import', 'invalidate'].includes(action) ? Infinity : action === 'show' ? 1 : 0
  if (names.length > most)
    throw new UsageError('USAGE', `Cannot use ${JSON.stringify(names[most])} with store ${action}`, {
      hint: 'see understudy store --help',
    })
}

const OPTIONS_OF_ALL: readonly string[] = ['store', 'format']
const FILTERS: readonly string[] = ['server', 'tool', 'method', 'since', 'before', 'olderThan']
const OPTIONS_OF: Readonly<Record<StoreAction, readonly string[]>> = {
  list: [...FILTERS, 'status', 'settings', 'all'],
  show: [...FILTERS, 'status', 'settings'],
  stats: [...FILTERS, 'status', 'settings'],
  export: [...FILTERS, 'status', 'out'],
  scan: [...FILTERS, 'status', 'config'],
  prune: [...FILTERS, 'dryRun'],
  import: [],
  invalidate: [],
}
