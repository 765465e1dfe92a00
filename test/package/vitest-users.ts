/** A user's tests by the door for vitest, and the versions of vitest that the package supports. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PINNED_DOORS } from '../architecture/pinned-doors.js'
import { PROJECT_ROOT } from '../architecture/source-tree.js'
import { officialServer } from '../fixtures/official-servers.js'
import { node24, run, TSC } from './npm.js'

export const VITEST_VERSIONS = ['4', '5'] as const

/** The release to install: the one that is kept up to date in the fixtures. */
export async function releaseOf(version: string): Promise<string> {
  const manifest = join(PROJECT_ROOT, 'test/fixtures/vitest', version, 'package.json')
  return JSON.parse(await readFile(manifest, 'utf8')).devDependencies.vitest
}

/** The Node that runs it: vitest 5 wants another one than we may be running on. */
export async function nodeFor(version: (typeof VITEST_VERSIONS)[number]): Promise<string> {
  return version === '4' ? process.execPath : node24()
}

/** Writes tests into a folder beneath `home`, checks their types, and runs them by this Node. Resolves with what vitest said. */
export async function runVitestUser(
  home: string,
  name: string,
  tests: string,
  node: string,
): Promise<string> {
  const folder = join(home, name)
  await mkdir(folder)
  await writeFile(join(folder, 'memory.test.ts'), tests)
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: STRICT, files: ['memory.test.ts'] }),
  )
  await run(folder, process.execPath, ...TSC)
  return run(home, node, 'node_modules/vitest/vitest.mjs', 'run', '--root', name)
}

const SERVER = `{ command: [process.execPath, ${JSON.stringify(officialServer('server-memory'))}] }`
/** What the door for vitest does, all of it once. */
export const ALL_OF_THE_DOOR = `
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
/** The names behind the door, and its matchers. */
export const NAMES_AND_MATCHERS = `
import { expect } from 'vitest'
import * as door from 'mcp-understudy/vitest'
const test = door.mcpTest({ command: [process.execPath, ${JSON.stringify(officialServer('server-memory'))}] })
test('lists a tool', async ({ mcp }) => {
  await expect(mcp.listTools()).toListTool('read_graph')
  await expect(mcp.callTool('read_graph')).toSucceed().toHaveBlock('text')
  // @ts-expect-error: a number is no answer
  expect(() => expect(1).toSucceed()).toThrow('Cannot use toSucceed')
})
test('has its pinned names', () => {
  expect(Object.keys(door).sort()).toEqual(${JSON.stringify([...(PINNED_DOORS['./vitest']?.runtime ?? [])].sort())})
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
