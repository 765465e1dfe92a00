/** `understudy verify`: its options. What it does stands in actions/verify.ts. */
import type { Command } from 'commander'
import { defined, UsageError } from '../../base/index.js'
import type { CommandContext } from '../command-context.js'
import { parseChoice, parsePositiveInteger } from '../option-values.js'
import { addServerOptions, collect, readServerChoice } from '../server-options.js'
import { DEFAULT_LOCK } from './lock.js'

interface VerifyOptions {
  readonly lock: string
  readonly failOn: string
  readonly format: string
  readonly store?: string
  readonly tests?: readonly string[]
  readonly recordings?: boolean
  readonly policy?: string
  readonly settings?: string
  readonly maxCalls: string
}

export function addVerifyCommand(program: Command, context: CommandContext): void {
  addServerOptions(program.command('verify'))
    .description(
      'Asks servers for their tools and what else they offer, and tells what changed since the lock was written: breaking, instructions to a model, risky, additive, or wording. Exits 1 when a change is at or above --fail-on.',
    )
    .option('--lock <file>', 'the contract lock', DEFAULT_LOCK)
    .option(
      '--fail-on <class>',
      'exit 1 on breaking, risky, additive or wording changes and worse',
      'breaking',
    )
    .option('--store <path>', 'tell which recordings, of a file or postgres://…, are not found any more')
    .option(
      '--recordings',
      'ask again what was recorded of reads, and compare the answers instead of contracts',
    )
    .option('--policy <file>', 'with --recordings: what reads, and what may not be called (YAML or JSON)')
    .option('--max-calls <n>', 'with --recordings: how many calls of each server, the newest first', '100')
    .option('--settings <file>', 'with --recordings: what the project says about its recordings')
    .option('--tests <path>', 'tell which tests in this file or folder break (repeatable)', collect)
    .option('--format <format>', 'text or json', 'text')
    .addHelpText(
      'after',
      `
Exit codes: 0 nothing at or above --fail-on, 1 drift, 2 used wrongly,
  3 a server could not be asked

Examples:
  understudy verify --name notes -- node server.js
  understudy verify --config .mcp.json --fail-on risky --store .understudy/recordings.db
  understudy verify --tests tests -- node server.js
  understudy verify --recordings --config .mcp.json`,
    )
    .action(async (options: VerifyOptions, command: Command) => {
      const { lock, store, tests = [] } = options
      refuseOthers(options)
      if (options.recordings === true) {
        const choice = readServerChoice(command.opts(), context.serverCommand)
        const { verifyRecordings } = await import('../actions/verify-recordings.js')
        const settings = readRecordingsSettings(options)
        context.exitCode = await verifyRecordings(settings, choice, context.io)
        return
      }
      const settings = {
        lock,
        tests,
        failOn: parseChoice(options.failOn, ['breaking', 'risky', 'additive', 'wording'], '--fail-on'),
        format: parseChoice(options.format, ['text', 'json'], '--format'),
        ...defined({ store }),
      }
      const choice = readServerChoice(command.opts(), context.serverCommand)
      const { verifyContracts } = await import('../actions/verify.js')
      context.exitCode = await verifyContracts(settings, choice, context.io)
    })
}

/** What goes with one way of verifying alone is refused by the other, never ignored. */
function refuseOthers({ recordings = false, policy, settings, tests }: VerifyOptions): void {
  const [wrong] = recordings
    ? [...(tests === undefined ? [] : ['--tests with'])]
    : [
        ...(policy === undefined ? [] : ['--policy without']),
        ...(settings === undefined ? [] : ['--settings without']),
      ]
  if (wrong === undefined) return
  throw new UsageError('USAGE', `Cannot use ${wrong} --recordings`, {
    hint: 'verify compares contracts with the lock, or with --recordings the answers of reads with what was recorded',
  })
}

function readRecordingsSettings({ store, policy, settings, maxCalls, format }: VerifyOptions) {
  return {
    maxCalls: parsePositiveInteger(maxCalls, '--max-calls'),
    format: parseChoice(format, ['text', 'json'], '--format'),
    ...defined({ store, policy, settings }),
  }
}
