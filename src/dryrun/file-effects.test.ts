import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifies } from '../../test/verifies.js'
import { createEffects, statedSource } from '../effects/index.js'
import type { Before } from '../plan/index.js'
import { createRedactor } from '../recording/redaction/index.js'
import type { SeenChange, SeenState } from './copies.js'
import type { CopyLog } from './copy-answerer.js'
import { observedFiles } from './file-effects.js'
import type { LedgerEntry } from './ledger.js'

const TOKEN = 'ghp_0123456789abcdefghijklmnopqrstuvwxyzAB'

test('file effects tell what is lost first, then by path, then by call', () => {
  const { files } = told([
    { tool: 'write', changes: [made('b.md', 'b\n'), made('a.md', 'a\n')] },
    { tool: 'write', changes: [changed('z.md', 'x\n', 'y\n')] },
    { tool: 'write', changes: [changed('z.md', 'y\n', 'z\n')] },
    { tool: 'write', changes: [removed('old.md', 'gone\n')] },
  ])

  expect(files.map(({ change, path, call, diff }) => [change, path, call, diff])).toEqual([
    ['removed', 'old.md', 4, '@@ -1,1 +0,0 @@\n-gone'],
    ['changed', 'z.md', 2, '@@ -1,1 +1,1 @@\n-x\n+y'],
    ['changed', 'z.md', 3, '@@ -1,1 +1,1 @@\n-y\n+z'],
    ['made', 'a.md', 1, '@@ -0,0 +1,1 @@\n+a'],
    ['made', 'b.md', 1, '@@ -0,0 +1,1 @@\n+b'],
  ])
})

test('file effects of calls that were under way together are the same whichever answer came first', () => {
  verifies('rehearsal:copies-same-again')
  const after1 = [changed('log', 'a\n', 'b\n'), made('one', '1\n')]
  const after2 = [changed('log', 'b\n', 'c\n'), made('two', '2\n')]
  const both = [changed('log', 'a\n', 'c\n'), made('one', '1\n'), made('two', '2\n')]
  const together = (first: readonly SeenChange[], second: readonly SeenChange[], turns: readonly number[]) =>
    told(
      [
        { tool: 'write', before: all(0), changes: turns[0] === 1 ? first : second },
        { tool: 'write', before: all(0), changes: turns[0] === 1 ? second : first },
      ],
      { turns },
    )

  const expected = together(after1, after2, [1, 2])

  expect(expected.files.map(({ path, call, shared_with, diff }) => [path, call, shared_with, diff])).toEqual([
    ['log', 1, [2], '@@ -1,1 +1,1 @@\n-a\n+c'],
    ['one', 1, [2], '@@ -0,0 +1,1 @@\n+1'],
    ['two', 1, [2], '@@ -0,0 +1,1 @@\n+2'],
  ])
  expect(together(after1, after2, [2, 1])).toEqual(expected)
  expect(together(both, [], [1, 2])).toEqual(expected)
  expect(together([], both, [2, 1])).toEqual(expected)
})

test('file effects go to the only writer of calls that were under way together, whoever was answered first', () => {
  verifies('rehearsal:copies-same-again')
  const one = [changed('a.md', 'a\n', 'b\n')]
  const two = [changed('a.md', 'b\n', 'c\n')]
  // 1 and 3 write, 3 waited for 1, and 2 reads beside both.
  const told3 = (changes: Readonly<Record<number, readonly SeenChange[]>>, turns: readonly number[]) =>
    told(
      [
        { tool: 'write', before: these(), changes: changes[1] ?? [] },
        { tool: 'read', before: these(), changes: changes[2] ?? [] },
        { tool: 'write', before: these(1), changes: changes[3] ?? [] },
      ],
      { turns },
    )

  const expected = told3({ 1: one, 3: two }, [1, 3, 2])

  expect(expected.files.map(({ call, shared_with }) => [call, shared_with])).toEqual([
    [1, undefined],
    [3, undefined],
  ])
  expect(told3({ 2: one, 3: two }, [2, 1, 3])).toEqual(expected)
  expect(told3({ 1: one, 2: two }, [1, 2, 3])).toEqual(expected)
})

test('a file that came and went while calls were under way is no change', () => {
  const { files } = told(
    [
      { tool: 'write', before: all(0), changes: [made('tmp', 'x')] },
      { tool: 'write', before: all(0), changes: [removed('tmp', 'x')] },
    ],
    { turns: [1, 2] },
  )

  expect(files).toEqual([])
})

test('file effects leave out what a server changes at every call, a read among them, but not what is lost', () => {
  const log = [changed('server.log', 'x\n', 'y\n')]

  const { files, own, late } = told(
    [
      { tool: 'read', changes: log },
      { tool: 'write', changes: [...log, made('a.md', 'a')] },
      { tool: 'read', changes: log },
    ],
    { late: [...log, removed('server.log', 'y')] },
  )

  expect(files.map(({ path }) => path)).toEqual(['a.md'])
  expect(own).toEqual(['server.log'])
  expect(late.map(({ change }) => change)).toEqual(['removed'])
})

test('file effects tell what npx writes of itself as a log, but not what it removes, nor a file of that name in a folder of the server', () => {
  const log = '/home/a/.npm/_logs/2026-11-27T16_54_21_321Z-debug-0.log'
  const grown = changed(log, 'x\n', 'y\n')
  const outside = { ...grown, isInRoot: false }

  const { files, own, late } = told([{ tool: 'read', changes: [outside] }], {
    late: [outside, grown, { ...removed(log, 'y'), isInRoot: false }],
  })

  expect(files).toEqual([])
  expect(own).toEqual([log])
  expect(late.map(({ change }) => change)).toEqual(['removed'])
  expect(told([{ tool: 'read', changes: [grown] }]).files).toHaveLength(1)
})

test('what three writers changed is told: it may be what they were asked for', () => {
  const memory = [changed('memory.json', 'x\n', 'y\n')]

  const { files, own } = told([
    { tool: 'write', changes: memory },
    { tool: 'drop', changes: memory },
    { tool: 'write', changes: memory },
  ])

  expect(files).toHaveLength(3)
  expect(own).toEqual([])
})

test.each([
  ['a dotenv file', 'a/.env.local', 0o644],
  ['a key', 'deploy.pem', 0o644],
  ['a key of ssh', 'home/id_ed25519_sk', 0o644],
  ["git's settings", '.git/config', 0o644],
  ['what its owner alone may read', 'notes.txt', 0o600],
])('file effects show nothing of %s but its size, and a digest with a key', (_, path, mode) => {
  verifies('rehearsal:private-files')
  const change = changed(path, 'PIN=1234\n', 'PIN=4321\n', mode)

  const [withoutKey] = told([{ tool: 'write', changes: [change] }]).files
  const [withKey] = told([{ tool: 'write', changes: [change] }], { salt: 'salt' }).files

  expect(withoutKey).toEqual({
    path,
    change: 'changed',
    server: 'files',
    call: 1,
    before: { mode: mode.toString(8).padStart(4, '0'), bytes: 9 },
    after: { mode: mode.toString(8).padStart(4, '0'), bytes: 9 },
  })
  expect(withKey?.after?.digest).toMatch(/^hmac-sha256:[0-9a-f]{64}$/)
  expect(withKey?.after?.digest).not.toBe(withKey?.before?.digest)
  expect(withKey?.diff).toBeUndefined()
})

test('what was private stays so wherever it, or its folder, is moved', () => {
  verifies('rehearsal:private-files')
  const moved: SeenChange = { ...made('notes.txt', 'PIN=1234\n'), change: 'renamed', from: '.env' }
  const folder: SeenChange = {
    path: 'old-keys',
    change: 'renamed',
    from: '.ssh',
    after: { kind: 'folder', mode: 0o755, bytes: 0 },
    isInRoot: true,
  }

  const { files, late } = told(
    [
      { tool: 'write', changes: [moved] },
      { tool: 'write', changes: [changed('notes.txt', 'PIN=1234\n', 'PIN=4321\n')] },
      { tool: 'write', changes: [folder] },
    ],
    { late: [changed('old-keys/host', 'PIN=1\n', 'PIN=2\n')] },
  )

  const shown = [...files, ...late].filter(
    ({ diff, before, after }) => diff ?? before?.digest ?? after?.digest ?? false,
  )
  expect(shown).toEqual([])
})

test('secrets in other files are replaced before lines are compared, and their digests need a key', () => {
  verifies('rehearsal:private-files')
  const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n'.repeat(8)}-----END PRIVATE KEY-----\n`
  const { files } = told(
    [
      { tool: 'write', changes: [made('settings.txt', `token ${TOKEN}\nname one\n`)] },
      { tool: 'write', changes: [made('notes.txt', `a note\n${key}`)] },
      { tool: 'write', changes: [made('given.txt', 'it is hunter2-hunter2\n')] },
      { tool: 'write', changes: [made('plain.txt', 'hello\n')] },
    ],
    { secrets: ['hunter2-hunter2'] },
  )
  const text = JSON.stringify(files)

  for (const secret of [TOKEN, 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC', 'hunter2'])
    expect(text).not.toContain(secret)
  expect(files.map(({ path, after }) => [path, after?.digest !== undefined])).toEqual([
    ['given.txt', false],
    ['notes.txt', false],
    ['plain.txt', true],
    ['settings.txt', false],
  ])
  expect(files.find(({ path }) => path === 'settings.txt')?.diff).toContain('+name one')
})

test('what lies outside the folders that servers were given is told by its path and size', () => {
  verifies('rehearsal:private-files')
  const outside = { ...made('/home/me/.cache/x', 'x\n'), isInRoot: false }
  const link: SeenChange = {
    path: '/home/me/link',
    change: 'made',
    after: { kind: 'link', mode: 0o777, bytes: 0, target: '/etc/x' },
    isInRoot: false,
  }

  expect(told([{ tool: 'write', changes: [outside, link] }]).files).toEqual([
    {
      path: '/home/me/.cache/x',
      change: 'made',
      server: 'files',
      call: 1,
      after: { mode: '0644', bytes: 2 },
    },
    {
      path: '/home/me/link',
      change: 'made',
      server: 'files',
      call: 1,
      after: { kind: 'link', mode: '0777', bytes: 0 },
    },
  ])
})

test.each<[string, SeenChange, Record<string, unknown>]>([
  ['binary contents', made('a.bin', Buffer.from([1, 0, 2])), { diff: undefined }],
  ['what is no UTF-8', made('a.txt', Buffer.from([0x80, 0x81])), { diff: undefined }],
  [
    'a missing line feed at the end',
    changed('a', 'x\n', 'x'),
    { diff: '@@ -1,1 +1,1 @@\n-x\n+x\n\\ No newline at end of file' },
  ],
  [
    'ends of lines',
    changed('a', 'x\r\ny  ', 'x\ny  '),
    { diff: '@@ -1,2 +1,2 @@\n-x\r\n+x\n y  \n\\ No newline at end of file' },
  ],
  ['blanks at the end', changed('a', 'x\n', 'x \t\n'), { diff: '@@ -1,1 +1,1 @@\n-x\n+x \t' }],
  ['a mark of byte order', changed('a', '\ufeffx\n', 'x\n'), { diff: '@@ -1,1 +1,1 @@\n-\ufeffx\n+x' }],
  ['an empty file', made('a', ''), { diff: undefined }],
])('file effects are right about %s', (_, change, expected) => {
  const [file] = told([{ tool: 'write', changes: [change] }]).files

  expect({ diff: file?.diff }).toEqual(expected)
  expect(file?.after?.digest).toMatch(/^sha256:/)
})

test('file effects tell a change of permissions alone, and where a link leads', () => {
  const before = stateOf('x\n')
  const { files } = told([
    {
      tool: 'write',
      changes: [
        { path: 'run.sh', change: 'changed', before, after: { ...before, mode: 0o755 }, isInRoot: true },
        {
          path: 'link',
          change: 'changed',
          before: { kind: 'link', mode: 0o777, bytes: 0, target: 'a' },
          after: { kind: 'link', mode: 0o777, bytes: 0, target: 'b' },
          isInRoot: true,
        },
      ],
    },
  ])

  expect(files.map(({ before, after, diff }) => [before?.mode, after?.mode, after?.target, diff])).toEqual([
    ['0777', '0777', 'b', undefined],
    ['0644', '0755', undefined, undefined],
  ])
})

test('file effects name no secret in a path, nor where a link leads', () => {
  const target = { kind: 'link', mode: 0o777, bytes: 0, target: 'of/s3cret-word' } as const
  const moved: SeenChange = {
    ...made('b/s3cret-word.txt', 'x'),
    change: 'renamed',
    from: 'a/s3cret-word.txt',
  }
  const link: SeenChange = { path: 'link', change: 'made', after: target, isInRoot: true }
  const { files } = told([{ tool: 'write', changes: [moved, link] }], { secrets: ['s3cret-word'] })

  expect(JSON.stringify(files)).not.toContain('s3cret-word')
  expect(files.map(({ path }) => path)).toContain('b/REDACTED_secret_s.txt')
})

test('ten thousand files are all told, and their contents up to a limit', () => {
  const changes = Array.from({ length: 10_000 }, (_, i) =>
    made(`f${String(i).padStart(5, '0')}`, 'x\n'.repeat(1000)),
  )

  const { files } = told([{ tool: 'write', changes }])

  expect(files).toHaveLength(10_000)
  expect(files.filter(({ diff }) => diff !== undefined)).toHaveLength(2000)
})

interface Made {
  readonly tool: 'read' | 'write' | 'drop'
  /** Default: after all calls before it. */
  readonly before?: Before
  readonly changes: readonly SeenChange[]
}

interface Circumstances {
  readonly late?: readonly SeenChange[]
  /** Numbers in the order in which the calls were answered. */
  readonly turns?: readonly number[]
  readonly secrets?: readonly string[]
  readonly salt?: string
}

function told(calls: readonly Made[], { late = [], turns, secrets = [], salt }: Circumstances = {}) {
  const entries = calls.map(
    ({ tool, before }, i): LedgerEntry => ({
      call: { n: i + 1, server: 'files', tool },
      answer: { outcome: { kind: 'result', content: [] }, provenance: { source: 'copy' } },
      before: before ?? all(i),
      dependsOnInvented: [],
    }),
  )
  const order = turns ?? entries.map(({ call }) => call.n)
  const answers: CopyLog['answers'] = new Map(
    order.map((n) => [
      n,
      {
        networkAttempts: 0,
        earlierAttempts: 0,
        tookMs: 1,
        isFull: false,
        changes: calls[n - 1]?.changes ?? [],
      },
    ]),
  )
  const effects = createEffects([statedSource([{ tools: 'files:read', effect: 'read' }])])
  const redactor = createRedactor({ secrets, ...(salt === undefined ? {} : { salt }) })
  return observedFiles({ answers, late }, entries, effects, {
    redactor,
    ...(salt === undefined ? {} : { salt }),
  }).effects
}

function all(upTo: number): Before {
  return { kind: 'all', upTo }
}

function these(...calls: readonly number[]): Before {
  return { kind: 'these', calls }
}

function made(path: string, text: string | Buffer): SeenChange {
  return { path, change: 'made', after: stateOf(text), isInRoot: true }
}

function changed(path: string, was: string, is: string, mode = 0o644): SeenChange {
  return { path, change: 'changed', before: stateOf(was, mode), after: stateOf(is, mode), isInRoot: true }
}

function removed(path: string, was: string): SeenChange {
  return { path, change: 'removed', before: stateOf(was), isInRoot: true }
}

function stateOf(text: string | Buffer, mode = 0o644): SeenState {
  const content = Buffer.from(text)
  const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`
  return { kind: 'file', mode, bytes: content.length, digest, content }
}
