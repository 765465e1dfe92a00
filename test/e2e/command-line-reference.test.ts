/** docs/reference/command-line.md and the command line know the same commands and options. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { markdownRows } from '../architecture/markdown-table.js'
import { createProject } from './project.js'

const REFERENCE = readFileSync(new URL('../../docs/reference/command-line.md', import.meta.url), 'utf8')
const SERVERS = 'Naming a server'

test('the reference has a section for each command of the help, and no other', async () => {
  expect([...documentedCommands().keys()].sort()).toEqual([...(await commandsInHelp())].sort())
})

test('each section has the options of its command, and no other', async () => {
  const documented = documentedCommands()
  const serverOptions = optionsIn(sections().get(SERVERS) ?? '')

  for (const [command, section] of documented) {
    const { options, takesServer } = await optionsInHelp(command)
    const own = optionsIn(section)
    // Of those that name a server a help offers what means something to its command.
    const ofServers = takesServer ? options.filter((name) => serverOptions.includes(name)) : []
    expect({ command, options: [...new Set([...own, ...ofServers])].sort() }).toEqual({
      command,
      options: [...options].sort(),
    })
  }
})

/** A value for each option that names a server, and what it needs beside it. */
const SERVER_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  '--url': ['--url', 'ftp://nowhere/mcp'],
  '--header': ['--header', 'a: b', '--url', 'ftp://nowhere/mcp'],
  '--config': ['--config', 'missing.json'],
  '--input': ['--input', 'a=b', '--config', 'missing.json'],
  '--server': ['--server', 'a', '--config', 'missing.json'],
  '--tools': ['--tools', 'missing.json'],
  '--name': ['--name', 'a', '--config', 'missing.json'],
  '--env': ['--env', 'A=b', '--config', 'missing.json'],
  '--cwd': ['--cwd', '.', '--config', 'missing.json'],
  '--era': ['--era', 'auto', '--config', 'missing.json'],
  '--timeout': ['--timeout', '1000', '--config', 'missing.json'],
  '--trace': ['--trace', 'frames.jsonl', '--config', 'missing.json'],
  '--cassette': ['--cassette', 'missing.jsonl'],
}
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = { call: ['a:b'], 'dry-run': ['program.ts'] }

test('no command refuses an option of servers that its help offers, and offers one that it refuses', async () => {
  using project = createProject()
  project.write('program.ts', '')
  const refused: string[] = []
  const refusedInSilence: string[] = []
  for (const command of await commandsInHelp()) {
    const { options, takesServer } = await optionsInHelp(command)
    if (!takesServer) continue
    for (const [option, values] of Object.entries(SERVER_OPTIONS)) {
      const { stderr } = await project.understudy(command, ...(ARGUMENTS[command] ?? []), ...values)
      // What is wrong with the value names the file or the server.
      const isRefused =
        /unknown option|up to the client|no server behind --tools|Cannot record a recording/.test(stderr)
      if (isRefused && options.includes(option)) refused.push(`${command} ${option}`)
      // A recording is read before it is refused.
      const isUnseen = option === '--cassette'
      if (!isRefused && !isUnseen && !options.includes(option)) refusedInSilence.push(`${command} ${option}`)
    }
  }

  expect([refused, refusedInSilence]).toEqual([[], []])
})

test('every option that a guide writes behind a command is one of its help', async () => {
  const docs = new URL('../../docs/', import.meta.url)
  const files = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.md'),
  )
  const offered = new Map<string, readonly string[]>()
  for (const command of await commandsInHelp()) offered.set(command, (await optionsInHelp(command)).options)

  const unknown = [
    ...files.map((file) => new URL(file, docs)),
    new URL('../../README.md', import.meta.url),
  ].flatMap((file) => {
    const text = readFileSync(file, 'utf8').replaceAll(/\\\n\s*/g, ' ')
    return [...text.matchAll(/\bunderstudy ([a-z-]+)((?: (?!understudy )[^ `\n|#;]*)*)/g)].flatMap(
      ([, command = '', rest = '']) => {
        const own = rest.split(/ -- | -- ?$|…/)[0] ?? ''
        const options = own.match(/(?<= )--[a-z][a-z-]*/g) ?? []
        const known = offered.get(command)
        return options
          .filter((option) => known !== undefined && ![...known, '--help'].includes(option))
          .map((option) => `${file.pathname.split('/').at(-1)}: ${command} ${option}`)
      },
    )
  })

  expect(unknown).toEqual([])
})

/** Title and text of each section of the second level. */
function sections(): Map<string, string> {
  const parts = REFERENCE.split(/^## /m).slice(1)
  return new Map(
    parts.map((part) => {
      const [title = '', ...text] = part.split('\n')
      return [title, text.join('\n')]
    }),
  )
}

function documentedCommands(): Map<string, string> {
  return new Map(
    [...sections()].flatMap(([title, text]) => {
      const name = /^`understudy ([a-z-]+)/.exec(title)?.[1]
      return name === undefined ? [] : [[name, text] as const]
    }),
  )
}

/** The long names in the first column of tables, where a row may be of several. */
function optionsIn(section: string): string[] {
  return markdownRows(section).flatMap(([names = '']) =>
    names.split(/`, `/).flatMap((name) => /--[a-z][a-z-]*/.exec(name) ?? []),
  )
}

async function helpOf(...args: readonly string[]): Promise<string> {
  using project = createProject()
  const { exit, stdout } = await project.understudy('help', ...args)
  expect(exit).toBe(0)
  return stdout
}

async function commandsInHelp(): Promise<string[]> {
  const list = (await helpOf()).split('Commands:')[1] ?? ''
  return [...list.matchAll(/^ {2}([a-z][a-z-]*)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help')
}

async function optionsInHelp(command: string): Promise<{ options: string[]; takesServer: boolean }> {
  const help = await helpOf(command)
  const list = help.slice(help.indexOf('\nOptions:')).split(/\n\n/)[0] ?? ''
  const options = [...list.matchAll(/^ {2}(?:-\w, )?(--[a-z][a-z-]*)/gm)].map(([, name = '']) => name)
  return { options: options.filter((name) => name !== '--help'), takesServer: options.includes('--url') }
}
