import { expect, it } from 'vitest'
import { clientCommand } from './client-command.js'

const SERVER = ['node', 'server.js', 'healthy', '$& folder']
const LEGACY = { era: 'legacy' } as const

it('clientCommand puts the server behind all arguments where no place is named', () => {
  expect(clientCommand(['node', 'client.js'], SERVER, LEGACY)).toEqual({
    command: 'node',
    args: ['client.js', ...SERVER],
  })
})

it('clientCommand puts the server where its place is, as arguments or as JSON', () => {
  expect(clientCommand(['c', '--', '{server}', '--quiet'], SERVER, LEGACY)).toEqual({
    command: 'c',
    args: ['--', ...SERVER, '--quiet'],
  })
  expect(clientCommand(['c', '--server={server-json}'], SERVER, LEGACY)).toEqual({
    command: 'c',
    args: ['--server=["node","server.js","healthy","$& folder"]'],
  })
})

it('clientCommand tells the era where it is asked for', () => {
  expect(clientCommand(['c', '--era={era}'], ['s'], { era: 'modern' })).toEqual({
    command: 'c',
    args: ['--era=modern', 's'],
  })
})

it.each([[[]], [['']]])('clientCommand refuses a client without a program: %j', (client) => {
  expect(() => clientCommand(client, SERVER, LEGACY)).toThrow(
    expect.objectContaining({ code: 'USAGE', message: 'Cannot run a client without a command' }),
  )
})
