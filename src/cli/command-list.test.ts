import { Help } from 'commander'
import { expect, it } from 'vitest'
import { manualClock } from '../base/index.js'
import { COMMANDS } from './command-list.js'
import { createDiscreetIo } from './discreet-io.js'
import { createProgram } from './program.js'

it('the list of commands shows each as its options and arguments are', async () => {
  const context = { io: createDiscreetIo(SILENT), serverCommand: [], exitCode: 0 }

  const program = await createProgram(SILENT.stdout, async ({ load }, program) =>
    (await load())(program, context),
  )

  const help = new Help()
  expect(COMMANDS.map(({ name, takes }) => (takes === '' ? name : `${name} ${takes}`))).toEqual(
    program.commands.map((command) => help.subcommandTerm(command)),
  )
})

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
