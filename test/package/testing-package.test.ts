/** The package mcp-understudy-testing, packed, installed into an empty folder, and used there: beside no other, and beside mcp-understudy. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PINNED_DOORS } from '../architecture/pinned-doors.js'
import { PROJECT_ROOT } from '../architecture/source-tree.js'
import { codeBlocks } from '../docs/code-blocks.js'
import { officialServer } from '../fixtures/official-servers.js'
import { verifies } from '../verifies.js'
import { npm, packInto, QUIETLY, run, TSC } from './npm.js'
import { NAMES_AND_MATCHERS, runVitestUser } from './vitest-users.js'

verifies('ours:light-test-kit')

const NAME = 'mcp-understudy-testing'
const LIMIT_BYTES = 15e6
/** What it imports, and no more than that: neither a sandbox nor a driver of a database, and no exporter of spans. */
const DEPENDENCIES = ['fast-check', 're2js']
const SERVER = `{ command: [process.execPath, ${JSON.stringify(officialServer('server-memory'))}] }`
let folder: string
let home: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-testing-package-'))
  home = join(folder, 'home')
  await mkdir(home)
  await writeFile(join(home, 'package.json'), '{ "name": "home", "private": true, "type": "module" }')
  await npm(home, 'install', ...QUIETLY, await packInto(folder, 'testing'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the package for tests alone', () => {
  it('has the version of mcp-understudy, and of its dependencies those that it imports', async () => {
    const all = await manifestOf(PROJECT_ROOT)
    const own = await manifestOf(join(home, 'node_modules', NAME))

    const ranges = Object.fromEntries(DEPENDENCIES.map((name) => [name, all.dependencies?.[name]]))
    expect([own.version, own.dependencies]).toEqual([all.version, ranges])
    expect(own.peerDependencies).toEqual({
      libsql: all.dependencies?.libsql,
      vitest: all.peerDependencies?.vitest,
    })
  })
  it('takes less than 15 MB with all that it brings', async () => {
    const installed = (await readdir(join(home, 'node_modules'))).filter((name) => !name.startsWith('.'))

    expect(installed.sort()).toEqual([...DEPENDENCIES, NAME, 'pure-rand'].sort())
    expect(await sizeOf(join(home, 'node_modules'))).toBeLessThan(LIMIT_BYTES)
  })
  it('opens the doors that mcp-understudy opens by other names', async () => {
    const names = JSON.parse(
      await runScript(`import * as door from '${NAME}'
console.log(JSON.stringify(Object.keys(door).sort()))`),
    )

    expect(names).toEqual([...(PINNED_DOORS['./testing']?.runtime ?? [])].sort())
  })
  it('tests a server by any runner: a client, matchers, a cassette, a check of every frame', async () => {
    await writeFile(join(home, 'memory.test.mjs'), NODE_TEST)

    expect(await run(home, process.execPath, '--test', 'memory.test.mjs')).toContain('# pass 1')
  })
  it('starts the server of the torture table', async () => {
    await writeFile(join(home, 'client.mjs'), TORTURED_CLIENT)
    const said = await runScript(`import { runTorture, TORTURE_ROWS } from '${NAME}'
const rows = TORTURE_ROWS.filter(({ id }) => id === 'duplicate-response')
for (const { told, row, faults } of await runTorture({ client: [process.execPath, 'client.mjs'], rows }))
  console.log(row.id, told, faults.length)`)

    expect(said.trim()).toBe('duplicate-response answer 0')
  })
  it('says of copies that mcp-understudy has to be installed', async () => {
    const said = await runScript(refusedStart('copy: true'))

    expect(said).toMatch(/^COPY_REFUSED: .*makes no copies.* npm install --save-dev mcp-understudy, /)
  })
  it('says of SQLite which package has to be installed', async () => {
    const said = await runScript(refusedStart("record: { path: 'calls.db' }"))

    expect(said).toMatch(/^STORE_UNREADABLE: .*"libsql" is not installed npm install libsql/)
  })
})

describe('the package for tests, where vitest is', () => {
  beforeAll(async () => {
    await symlink(join(PROJECT_ROOT, 'node_modules/vitest'), join(home, 'node_modules/vitest'))
    await writeFile(join(home, 'tsconfig.json'), JSON.stringify(STRICT))
  })

  it('has a door with matchers and their types', async () => {
    const tests = NAMES_AND_MATCHERS.replaceAll('mcp-understudy/vitest', `${NAME}/vitest`)

    expect(await runVitestUser(home, 'alone', tests, process.execPath)).toContain('2 passed (2)')
  })
  it('does what its README shows', async () => {
    verifies('ours:documents-run')
    const blocks = codeBlocks(
      'README.md',
      await readFile(join(home, 'node_modules', NAME, 'README.md'), 'utf8'),
    )
    const [example = ''] = blocks.flatMap(({ language, text }) => (language === 'ts' ? [text] : []))
    const tests = example.replace(/\{ command: .* \}/, SERVER)

    expect(await runVitestUser(home, 'readme', tests, process.execPath)).toContain('1 passed (1)')
  })
  it('has types that compile in a strict project that checks libraries too', async () => {
    await writeFile(join(home, 'consumer.ts'), `import * as door from '${NAME}'\nvoid door`)

    await run(home, process.execPath, ...TSC)
  })
  it('takes a provider of tokens that was written for the official SDK', async () => {
    const link = join(home, 'node_modules/@modelcontextprotocol')
    await symlink(join(PROJECT_ROOT, 'node_modules/@modelcontextprotocol'), link)
    await writeFile(join(home, 'consumer.ts'), PROVIDER)

    await run(home, process.execPath, ...TSC, '--skipLibCheck')
    await rm(link)
  })
  it('works beside mcp-understudy in one process: answers and modes of the one are known to the other', async () => {
    await symlink(PROJECT_ROOT, join(home, 'node_modules/mcp-understudy'))

    expect(await runVitestUser(home, 'beside', BESIDE, process.execPath)).toContain('4 passed (4)')
  })
})

const NODE_TEST = `import assert from 'node:assert'
import { test } from 'node:test'
import { expectResponse, MockMCPClient } from '${NAME}'
test('records and replays', async () => {
  for (const given of [{ ...${SERVER}, record: { path: 'calls.jsonl' } }, { cassette: 'calls.jsonl' }]) {
    const client = await MockMCPClient.start(given)
    expectResponse(await client.callTool('read_graph')).toSucceed()
    assert.deepEqual(client.violations, [])
    await client.stop()
  }
})
`
const TORTURED_CLIENT = `import { MockMCPClient } from '${NAME}'
const client = await MockMCPClient.start({ command: process.argv.slice(2) })
console.log((await client.callTool('echo', { message: 'hi' })).content)
await client.stop()
`
const PROVIDER = `import { MockMCPClient } from '${NAME}'
import type { AuthProvider, OAuthClientProvider } from '@modelcontextprotocol/client'
export const start = (authProvider: AuthProvider | OAuthClientProvider): unknown =>
  MockMCPClient.start({ url: 'http://localhost/mcp', authProvider })
`
const BESIDE = `
import { expect } from 'vitest'
import * as all from 'mcp-understudy/vitest'
import * as light from '${NAME}/vitest'
${['all', 'light'].map(bothTests).join('')}
`
const STRICT = {
  compilerOptions: {
    ...{ target: 'ES2022', lib: ['ES2023', 'ESNext.Disposable'], module: 'NodeNext', noEmit: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, verbatimModuleSyntax: true },
    ...{ types: ['node'], typeRoots: [join(PROJECT_ROOT, 'node_modules/@types')] },
  },
  files: ['consumer.ts'],
}

/** What holds, and what holds whatever a server says. */
function bothTests(door: string): string {
  return `
const ${door}Test = ${door}.mcpTest({ ...${SERVER}, vacuity: 'error' })
${door}Test('an answer holds', async ({ mcp }) => {
  await expect(mcp.callTool('read_graph')).toSucceed().not.toFail()
})
${door}Test('an assertion proves nothing', async ({ mcp }) => {
  await expect(expect(mcp.callTool('read_graph')).toContainText(/.*/)).rejects.toThrow('proves nothing')
})
`
}

function refusedStart(option: string): string {
  return `import { MockMCPClient } from '${NAME}'
const { code, message, hint } = await MockMCPClient.start({ ...${SERVER}, ${option} }).catch((error) => error)
console.log(code + ': ' + message + ' ' + hint)`
}

function runScript(script: string): Promise<string> {
  return run(home, process.execPath, '--input-type=module', '-e', script)
}

async function manifestOf(place: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(place, 'package.json'), 'utf8'))
}

interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

async function sizeOf(place: string): Promise<number> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
