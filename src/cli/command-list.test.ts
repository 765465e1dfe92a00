import { Command, Help } from 'commander'
import { expect, it } from 'vitest'
import { manualClock } from '../base/index.js'
import { COMMANDS } from './command-list.js'
import { createDiscreetIo } from './discreet-io.js'
import { overviewText } from './overview.js'
import { createProgram } from './program.js'

it('the list of commands shows each as its options and arguments are', async () => {
  const context = { io: createDiscreetIo(SILENT), serverCommand: [], exitCode: 0 }

  const program = await createProgram(SILENT, async ({ load }, program) => (await load())(program, context))

  const help = new Help()
  expect(COMMANDS.map(({ name, takes }) => (takes === '' ? name : `${name} ${takes}`))).toEqual(
    program.commands.map((command) => help.subcommandTerm(command)),
  )
})

it.each([80, 81, 87, 120, 60])(
  'the overview is laid out as help is that commander writes: %i columns',
  (columns) => {
    const terms = new Map(COMMANDS.map(({ name, takes }) => [name, `${name} ${takes}`.trim()]))
    const program = new Command('understudy')
      .description('Rehearse MCP tool calls before they touch anything.')
      .version('1.0.0', '-V, --version', 'output the version number')
      .configureHelp({ subcommandTerm: (command) => terms.get(command.name()) ?? 'help [command]' })
      .helpCommand(true)
      .configureOutput({ getOutHelpWidth: () => columns })
    for (const { name, summary } of COMMANDS) program.command(name).summary(summary)

    const [overview = '', servers] = overviewText(columns).split('\nA server is named')

    expect(overview).toBe(program.helpInformation())
    expect(servers).toContain('--cassette FILE')
  },
)

const SILENT = {
  stdout: () => undefined,
  stderr: () => undefined,
  stdin: () => Promise.resolve(Buffer.alloc(0)),
  env: {},
  cwd: '/',
  stdoutIsTty: false,
  stderrIsTty: false,
  clock: manualClock(0),
  signal: new AbortController().signal,
}
