import { describe, expect, it } from 'vitest'
import { offlineVariables } from './runner-cache.js'
import { type NotCopied, type NotCopiedLookup, whyNotCopied } from './why-not-copied.js'

const lookup: NotCopiedLookup = {
  isFile: (path) => path.endsWith('.js'),
  socketAt: (path) =>
    path.endsWith('.sock') ? path : path === '/run/postgresql' ? `${path}/.s.PGSQL.5432` : undefined,
  inNpxCache: (name) => name === 'cached' || name === 'tsx',
  inUvCache: () => undefined,
}

function why(
  line: string,
  more: { readonly env?: Record<string, string>; readonly copy?: boolean } = {},
): NotCopied | undefined {
  const [command = '', ...args] = line.split(' ')
  return whyNotCopied({ command, args, ...more }, lookup)
}

describe('whyNotCopied', () => {
  it.each<[string, NotCopied['why']]>([
    ['docker run -i --rm team/notes', 'container'],
    ['/usr/bin/podman run x', 'container'],
    ['npx -y mcp-remote https://example.test/mcp', 'remote'],
    ['npx mcp-remote@latest https://example.test/mcp', 'remote'],
    ['ssh host server', 'remote'],
    ['server --db postgres://me:secret@db/x', 'host'],
    ['server --url=https://example.test', 'host'],
    ['server db.example.test:5432', 'host'],
    ['server db:5432', 'host'],
    ['server --host 10.0.0.1', 'host'],
    ['server --socket=/run/x.sock', 'socket'],
    ['server unix:///run/x', 'socket'],
    ['server --database host=/run/postgresql', 'socket'],
    ['npx -y not-there /data', 'cache'],
    ['npx -y @team/notes@1.2 /data', 'cache'],
    ['pnpm dlx not-there', 'cache'],
  ])('recognises "%s" by %s', (line, expected) => {
    expect(why(line)?.why).toBe(expected)
  })

  it.each([
    'server /data --mode fast',
    'node server.js ./notes.db',
    'npx -y cached /data',
    'npx tsx server.js',
    'npx ./local',
    'pnpm run start',
    'uvx mcp-server-git --repository /data',
    'uvx --from git+https://example.test/x server',
    'server sqlite:///data/x.db file:///data 2026-01-01T10:30 a:b v1.2.3',
  ])('lets "%s" be tried', (line) => {
    expect(why(line)).toBeUndefined()
  })

  it('looks into the environment of the entry, and shows no password', () => {
    const found = why('server', {
      env: { DATABASE_URL: 'postgres://me:hunter2@db/x', NODE_EXTRA_CA_CERTS: '/etc/ca.pem' },
    })

    expect(found?.why).toBe('host')
    expect(JSON.stringify(found)).not.toContain('hunter2')
  })

  it('obeys the settings, but for what is not there', () => {
    expect(why('server /data', { copy: false })?.why).toBe('settings')
    expect(why('server --api https://example.test', { copy: true })).toBeUndefined()
    expect(why('docker run x', { copy: true })?.why).toBe('container')
    expect(why('npx not-there', { copy: true })).toMatchObject({
      why: 'cache',
      hint: 'fill it: npx -y -p not-there true',
    })
  })
})

describe('offlineVariables', () => {
  it('keep runners from asking the network', () => {
    expect(offlineVariables('npx', ['-y', 'cached'])).toEqual({ npm_config_offline: 'true' })
    expect(offlineVariables('uvx', ['x'])).toEqual({ UV_OFFLINE: '1' })
    expect(offlineVariables('node', ['server.js'])).toEqual({})
  })
})
