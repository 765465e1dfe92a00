import { expect, it } from 'vitest'
import { compareContracts } from './compare-contracts.js'
import type { ContractLock } from './contract-lock.js'
import { createLock } from './create-lock.js'

const PATH = { type: 'object', properties: { path: { type: 'string' } } }
const LIMIT = { type: 'object', properties: { limit: { type: 'integer' } } }

it('compareContracts says which new tool promises what a gone one did', () => {
  const was = lockOf({ read_file: PATH, list: LIMIT })
  const now = lockOf({ load_text: PATH, list: LIMIT })

  expect(compareContracts(was, now)).toEqual([
    {
      class: 'breaking',
      server: 's',
      tool: 'read_file',
      part: 'tool',
      pointer: '',
      message: 'The tool is gone; "load_text" promises the same',
      didYouMean: ['load_text'],
    },
    {
      class: 'additive',
      server: 's',
      tool: 'load_text',
      part: 'tool',
      pointer: '',
      message: 'The tool is new',
    },
  ])
})

it('compareContracts asks about new tools of nearly the same name, and not about those that were there', () => {
  const was = lockOf({ read_file: PATH, read_files: PATH })
  const now = lockOf({ read_files: PATH, read_fiel: LIMIT })

  expect(compareContracts(was, now)[0]).toMatchObject({
    message: 'The tool is gone; did you mean "read_fiel"?',
    didYouMean: ['read_fiel'],
  })
})

it('compareContracts tells the worst first, then by server and tool', () => {
  const was = createLock([
    { server: 'b', tools: [{ name: 'x', inputSchema: PATH }] },
    { server: 'a', tools: [{ name: 'y', inputSchema: PATH, description: 'old' }] },
  ])
  const now = createLock([
    { server: 'b', tools: [] },
    { server: 'a', tools: [{ name: 'y', inputSchema: PATH, description: 'new' }] },
    { server: 'c', tools: [] },
  ])

  expect(compareContracts(was, now).map((change) => `${change.class} ${change.server}`)).toEqual([
    'breaking b',
    'additive c',
    'wording a',
  ])
})

it('compareContracts says so when a schema cannot be used any more', () => {
  const was = lockOf({ read_file: PATH })
  const now = lockOf({ read_file: { type: 'object', $ref: '#/nowhere' } })

  expect(compareContracts(was, now)).toMatchObject([
    { class: 'breaking', part: 'input', message: expect.stringContaining('cannot be used any more') },
  ])
  expect(compareContracts(now, was)).toMatchObject([{ class: 'risky', part: 'input' }])
})

it('compareContracts never calls breaking what it cannot prove', () => {
  const was = lockOf({ find: { properties: { q: { type: 'string' } } } })
  const now = lockOf({ find: { properties: { q: { type: 'string', pattern: '^(?!x)' } } } })

  expect(compareContracts(was, now)).toMatchObject([
    { class: 'risky', pointer: '/q', message: expect.stringContaining('no value was found that shows it') },
  ])
})

function lockOf(tools: Readonly<Record<string, object>>): ContractLock {
  const listed = Object.entries(tools).map(([name, schema]) => ({ name, inputSchema: { ...schema } }))
  return createLock([{ server: 's', tools: listed }])
}

it('compareContracts tells of a result that loses a member, open or closed, as what its readers go without', () => {
  const locks = (members: readonly string[], closed: object) =>
    createLock([
      {
        server: 's',
        tools: [
          {
            name: 'x',
            inputSchema: PATH,
            outputSchema: {
              type: 'object',
              properties: Object.fromEntries(members.map((name) => [name, { type: 'string' }])),
              ...closed,
            },
          },
        ],
      },
    ])

  for (const closed of [{}, { additionalProperties: false }])
    expect(compareContracts(locks(['a', 'b'], closed), locks(['a'], closed))).toMatchObject([
      { class: 'risky', part: 'output', pointer: '/b' },
    ])
  expect(
    compareContracts(locks(['a'], { additionalProperties: false }), locks(['a', 'b'], {})).map(
      ({ class: name }) => name,
    ),
  ).not.toContain('risky')
})

it.each([
  [undefined, 'required', 'breaking'],
  ['optional', 'required', 'breaking'],
  ['required', undefined, 'breaking'],
  ['optional', undefined, 'risky'],
  [undefined, 'optional', 'additive'],
  ['required', 'optional', 'additive'],
])('compareContracts tells that calls as tasks were %s and are %s', (was, now, name) => {
  const lock = (taskSupport?: string) =>
    createLock([
      {
        server: 's',
        tools: [
          {
            name: 'x',
            inputSchema: PATH,
            ...(taskSupport === undefined ? {} : { execution: { taskSupport } }),
          },
        ],
      },
    ])

  expect(compareContracts(lock(was), lock(now))).toMatchObject([
    { class: name, tool: 'x', part: 'tool', pointer: '/execution/taskSupport' },
  ])
  expect(compareContracts(lock(was), lock(was))).toEqual([])
})
