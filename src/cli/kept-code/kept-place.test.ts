import { expect, it } from 'vitest'
import { COMMANDS } from '../command-list.js'
import { KEPT_COMMANDS, keptPlace } from './kept-place.js'

const PROCESS = {
  argv: ['node', 'understudy', 'call', 'echo'],
  execArgv: [],
  env: {},
  arch: 'x64',
  version: 'v20.19.0',
  versions: { v8: '11.3' },
  geteuid: () => 1000,
}

it('each command has a pack for its Node, in the node_modules that the package lies in', () => {
  expect(keptPlace('/p/node_modules/mcp-understudy/dist/joined/cli', PROCESS)).toEqual({
    root: '/p/node_modules/mcp-understudy/dist/joined/cli',
    folder: '/p/node_modules/.cache/mcp-understudy',
    name: 'call-x64-v20.19.0-v8-11.3',
    user: 1000,
  })
})

it('a package that lies in none keeps it in its own', () => {
  expect(keptPlace('/src/understudy/dist/joined/cli', PROCESS)?.folder).toBe(
    '/src/understudy/node_modules/.cache/mcp-understudy',
  )
})

it('the commands are those of the list', () => {
  expect(KEPT_COMMANDS).toEqual(COMMANDS.map(({ name }) => name))
})

it.each([
  ['nothing that is a command', { argv: ['node', 'understudy', '../../call'] }],
  ['help', { argv: ['node', 'understudy', '--help'] }],
  ['no argument', { argv: ['node', 'understudy'] }],
  ['maps to sources', { execArgv: ['--enable-source-maps'] }],
  ['options of Node', { env: { NODE_OPTIONS: '--inspect' } }],
  ['coverage', { env: { NODE_V8_COVERAGE: 'coverage' } }],
  ["Node's own way to keep code", { env: { NODE_COMPILE_CACHE: '/tmp/kept' } }],
  ['the wish to keep none', { env: { NODE_DISABLE_COMPILE_CACHE: '1' } }],
  ['files without owners', { geteuid: undefined }],
])('nothing is kept for %s', (_, otherwise) => {
  const { geteuid, ...process } = { ...PROCESS, ...otherwise }

  expect(keptPlace('/p', { ...process, ...(geteuid === undefined ? {} : { geteuid }) })).toBeUndefined()
})
