import { expect, it } from 'vitest'
import { parseCommand } from './parse-command.js'

it.each([
  ['server', { command: 'server' }],
  ['/usr/bin/server', { command: '/usr/bin/server' }],
  [['node', 'server.js', '--flag'], { command: 'node', args: ['server.js', '--flag'] }],
  [['/a folder/server'], { command: '/a folder/server', args: [] }],
  [['node', ''], { command: 'node', args: [''] }],
])('parseCommand reads %j', (command, launch) => {
  expect(parseCommand(command)).toEqual(launch)
})

it('parseCommand refuses one string with a space, and shows both things that it may mean', () => {
  expect(() => parseCommand('node my server.js')).toThrow(
    expect.objectContaining({
      code: 'USAGE',
      message: 'Cannot start "node my server.js": a space may part arguments or belong to a name',
      hint: 'give a list: ["node","my","server.js"] for a program with arguments, ["node my server.js"] for one program',
    }),
  )
})

it.each<[string | readonly string[], string]>([
  ['', 'it names no program'],
  [[], 'it names no program'],
  [['', 'x'], 'it names no program'],
  // As a test in JavaScript may have it.
  [[1] as unknown as string[], 'it is no list of strings'],
  [7 as unknown as string, 'it is no list of strings'],
])('parseCommand refuses %j', (command, reason) => {
  expect(() => parseCommand(command)).toThrow(reason)
})
