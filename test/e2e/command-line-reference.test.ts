/** docs/reference/command-line.md and the command line know the same commands and options. */
import { readFileSync } from 'node:fs'
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
    expect({
      command,
      options: [...optionsIn(section), ...(takesServer ? serverOptions : [])].sort(),
    }).toEqual({
      command,
      options: [...options].sort(),
    })
  }
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

/** The long names in the first column of tables. */
function optionsIn(section: string): string[] {
  return markdownRows(section).flatMap(([name = '']) => /--[a-z][a-z-]*/.exec(name) ?? [])
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
