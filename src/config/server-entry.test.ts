import { expect, test } from 'vitest'
import { launchDigest, type ServerEntry } from './server-entry.js'

const stdio: ServerEntry = {
  name: 'a',
  launch: { kind: 'stdio', command: 'node', args: ['s.js'], env: { B: 'two', A: 'one' } },
}
const http: ServerEntry = {
  name: 'a',
  launch: { kind: 'http', url: 'https://x.org/mcp', headers: { K: 'v' } },
}

test('digest of a launch stays the same with other secrets, another name, another order', () => {
  const same: ServerEntry = {
    name: 'b',
    launch: { kind: 'stdio', command: 'node', args: ['s.js'], env: { A: 'other', B: 'values' } },
    expanded: ['x'],
  }
  const sameUrl: ServerEntry = {
    name: 'b',
    launch: { kind: 'http', url: 'https://x.org/mcp', headers: { K: 'w' } },
  }

  expect(launchDigest(same)).toBe(launchDigest(stdio))
  expect(launchDigest(sameUrl)).toBe(launchDigest(http))
})

test.each<[string, Partial<Extract<ServerEntry['launch'], { kind: 'stdio' }>>]>([
  ['command', { command: 'deno' }],
  ['arguments', { args: ['s.js', ''] }],
  ['folder', { cwd: '/srv' }],
  ['names of the environment', { env: { A: 'one' } }],
])('digest of a launch changes with its %s', (_, change) => {
  const changed: ServerEntry = {
    name: 'a',
    launch: { kind: 'stdio', command: 'node', args: ['s.js'], env: { B: 'two', A: 'one' }, ...change },
  }

  expect(launchDigest(changed)).not.toBe(launchDigest(stdio))
})

test('digest of a launch changes with its URL and the names of its headers', () => {
  const url: ServerEntry = { name: 'a', launch: { kind: 'http', url: 'https://x.org/', headers: { K: 'v' } } }
  const headers: ServerEntry = { name: 'a', launch: { kind: 'http', url: 'https://x.org/mcp', headers: {} } }

  expect(new Set([http, url, headers].map(launchDigest)).size).toBe(3)
})
