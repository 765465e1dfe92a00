/** `understudy replay`: its options. What it does stands in actions/replay.ts. */
import type { Command } from 'commander'
import { defined, UsageError } from '../../base/index.js'
import type { Timing } from '../../replay/index.js'
import type { CommandContext } from '../command-context.js'
import { parseListen } from '../listen-address.js'
import { parseChoice, parseInteger } from '../option-values.js'
import { addServerOptions, collect, readServerChoice, type ServerChoice } from '../server-options.js'

interface ReplayCommandOptions {
  readonly store?: string | true
  readonly listen?: string
  readonly repeats: string
  readonly timing: string
  readonly fault?: readonly string[]
  readonly seed: string
  readonly newEpisodes?: true
  readonly once?: true
  readonly none?: true
  readonly server?: readonly string[]
  readonly config?: string
  readonly settings?: string
}

export function addReplayCommand(program: Command, context: CommandContext): void {
  addServerOptions(
    program.command('replay').argument('[file]', 'a cassette, or another file with recordings'),
  )
    .description(
      'Answers as a recorded server did, over standard input and output or HTTP, to clients of both eras. What was not recorded is refused with an error that names the nearest recording.',
    )
    .option(
      '--store [path]',
      'answer from a store instead of a file (default path: .understudy/recordings.db)',
    )
    .option(
      '--settings <file>',
      'what the project says about its recordings (default: understudy.config.json or .yaml, if there is one)',
    )
    .option('--listen <address>', 'serve over HTTP at [HOST:]PORT; 0 takes a free port')
    .option('--repeats <policy>', 'sequence, sticky or cycle: what the same request gets again', 'sticky')
    .option('--timing <timing>', 'none, recorded, or a factor such as 0.5', 'none')
    .option(
      '--fault <fault>',
      'TARGET=KIND[:VALUE][@N|@N%]: delay, timeout, error, malformed, disconnect (repeatable)',
      collect,
    )
    .option('--seed <n>', 'seed of faults by chance', '1')
    .option('--new-episodes', 'ask the server for what was not recorded, and record it')
    .option('--once', 'record all where the file does not exist, else refuse what was not recorded')
    .option('--none', 'refuse what was not recorded (default)')
    .addHelpText(
      'after',
      `
Examples:
  understudy replay demo.jsonl
  understudy replay demo.jsonl --listen 3000 --timing recorded
  understudy replay demo.jsonl --fault 'search=timeout@2' --fault '*=delay:200'
  understudy replay demo.jsonl --new-episodes -- node server.js`,
    )
    .action(async (file: string | undefined, options: ReplayCommandOptions, command: Command) => {
      const { store, listen, repeats, timing, fault = [], seed } = options
      const { parseFault } = await import('../../replay/index.js')
      const settings = {
        from: sourceOf(file, store),
        record: recordMode(options),
        repeats: parseChoice(repeats, ['sequence', 'sticky', 'cycle'], '--repeats'),
        timing: parseTiming(timing),
        faults: fault.map(parseFault),
        seed: parseInteger(seed, '--seed'),
        ...(listen === undefined ? {} : { listen: parseListen(listen) }),
        ...defined({ settings: options.settings }),
        ...(options.config === undefined && options.server !== undefined
          ? { server: onlyOf(options.server) }
          : {}),
      }
      const choice = choiceOf(command, context)
      const { replay } = await import('../actions/replay.js')
      context.exitCode = await replay(settings, choice, context.io)
    })
}

/** Without a config `--server` picks a server of the recordings. */
function choiceOf(command: Command, { serverCommand }: CommandContext): ServerChoice {
  const { server, ...options } = command.opts<Parameters<typeof readServerChoice>[0]>()
  const isOfConfig = options.config !== undefined && server !== undefined
  return readServerChoice({ ...options, ...(isOfConfig ? { server } : {}) }, serverCommand)
}

function onlyOf([name = '', other]: readonly string[]): string {
  if (other === undefined) return name
  throw new UsageError('USAGE', 'Cannot replay two servers at once: give --server once')
}

function sourceOf(file: string | undefined, store: string | true | undefined): string | true {
  if (file !== undefined && store !== undefined)
    throw new UsageError('USAGE', 'Cannot replay a file and --store at once: name one of them')
  const source = file ?? store
  if (source !== undefined) return source
  throw new UsageError('USAGE', 'Cannot replay nothing: no file is named', {
    hint: 'understudy replay FILE, or understudy replay --store',
  })
}

function recordMode({
  newEpisodes,
  once,
  none,
}: ReplayCommandOptions): 'new-episodes' | 'once' | 'none' | undefined {
  if ([newEpisodes, once, none].filter((each) => each === true).length > 1)
    throw new UsageError('USAGE', 'Cannot use --new-episodes, --once and --none together: choose one')
  return newEpisodes === true ? 'new-episodes' : once === true ? 'once' : none === true ? 'none' : undefined
}

function parseTiming(text: string): Timing {
  if (text === 'none' || text === 'recorded') return text
  const factor = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && Number.isFinite(factor)) return factor
  throw new UsageError(
    'USAGE',
    `Cannot use --timing ${JSON.stringify(text)}: it is none, recorded or a factor such as 0.5`,
  )
}
