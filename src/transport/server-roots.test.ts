import { describe, expect, it } from 'vitest'
import { type GivenCommand, isInside, type PathLookup, serverRoots } from './server-roots.js'

const FILES = [
  '/app/server.js',
  '/app/hook.js',
  '/app/server.py',
  '/data/notes.db',
  '/work/in.csv',
  '/opt/x.jar',
]
const FOLDERS = [
  '/',
  '/app',
  '/data',
  '/data/sub',
  '/work',
  '/work/docs',
  '/home/ann',
  '/home/ann/notes',
  '/opt',
  '/tmp',
]

const lookup: PathLookup = {
  home: '/home/ann',
  realPath: (path) => (path.startsWith('/link') ? path.replace('/link', '/data') : path),
  kind(path) {
    const real = lookup.realPath(path)
    if (FOLDERS.includes(real)) return 'folder'
    if (FILES.includes(real)) return 'file'
    return real === '/work/agent.sock' ? 'other' : undefined
  },
}

function rootsOf(line: string, more: Partial<GivenCommand> = {}): readonly string[] {
  const [command = '', ...args] = line.split(' ')
  return serverRoots({ command, args, baseDir: '/work', ...more }, lookup)
}

describe('serverRoots', () => {
  it.each<[string, readonly string[]]>([
    ['mcp-server-filesystem /data ~/notes', ['/data', '/home/ann/notes']],
    ['node /app/server.js /data docs', ['/data', '/work/docs']],
    ['node --require /app/hook.js /app/server.js /data', ['/data']],
    ['node --inspect /app/server.js /data/notes.db', ['/data/notes.db']],
    ['node -e process.stdin /data', ['/data']],
    ['/usr/bin/python3.12 -m mcp_server_sqlite --db-path /data/notes.db', ['/data/notes.db']],
    ['python /app/server.py --out=/data/new.json', ['/data/new.json']],
    ['npx -y @modelcontextprotocol/server-filesystem@1.0 /data', ['/data']],
    ['npx -y tsx /app/server.js /data', ['/data']],
    ['npx /app /data', ['/data']],
    ['env A=/opt timeout 5 node /app/server.js ./docs', ['/opt', '/work/docs']],
    ['uv --directory /app run server.py /data', ['/app', '/data']],
    ['uvx --from git+https://example.test/x mcp-server-git --repository /data/sub', ['/data/sub']],
    ['bun run /app/server.js /data', ['/data']],
    ['deno run --allow-read=/data --allow-net /app/server.js', ['/data']],
    ['java -jar /opt/x.jar /data', ['/data']],
    ['server --roots=/data/sub,/work/docs', ['/data/sub', '/work/docs']],
    ['server ["/data/sub","/work/docs"]', ['/data/sub', '/work/docs']],
    ['server file:///data/sub sqlite:///data/notes.db', ['/data/sub', '/data/notes.db']],
    ['server sqlite:../data/notes.db', ['/data/notes.db']],
    ['server /data/new.db docs/new.db', ['/data/new.db', '/work/docs/new.db']],
    ['server /data/sub /data /data/notes.db', ['/data']],
    ['server /link/sub', ['/data/sub']],
    ['server ./agent.sock https://example.test/data postgres://host/data', []],
    ['server stdio --mode=fast /mcp /api/v1 a,b localhost:3000', []],
    ['server /', ['/']],
  ])('serverRoots of "%s" are %j', (line, roots) => {
    expect(rootsOf(line)).toEqual(roots)
  })

  it('are found in the environment of the entry, but not where programs are looked for', () => {
    const env = {
      PATH: '/opt',
      NODE_PATH: '/app',
      MEMORY_FILE_PATH: '/data/memory.json',
      DIRS: '/work/docs:/tmp',
      MODE: 'data',
    }

    expect(rootsOf('server', { env })).toEqual(['/data/memory.json', '/work/docs', '/tmp'])
  })

  it('are the working folder where one is named, from which relative paths start', () => {
    expect(rootsOf('server')).toEqual([])
    expect(rootsOf('server docs', { cwd: '/work' })).toEqual(['/work'])
    expect(rootsOf('server sub', { cwd: '../data' })).toEqual(['/data'])
  })

  it('are the folders of the settings too', () => {
    expect(rootsOf('server', { folders: ['docs', '~/notes', '/nowhere/at/all'] })).toEqual([
      '/work/docs',
      '/home/ann/notes',
    ])
  })
})

it.each([
  ['/a/b', true],
  ['/a/..b', true],
  ['/a/...', true],
  ['/a', false],
  ['/', false],
  ['/ab', false],
])('%s lies in /a: %s', (path, expected) => {
  expect(isInside(path, '/a')).toBe(expected)
})
