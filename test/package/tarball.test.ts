/** The packed package, installed into an empty folder as a user does, with and without optional dependencies. */
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { doorSources } from '../architecture/doors.js'
import { PINNED_DOORS } from '../architecture/pinned-doors.js'
import { PROJECT_ROOT } from '../architecture/source-tree.js'
import { officialServer } from '../fixtures/official-servers.js'
import { verifies } from '../verifies.js'
import { npm, packInto, QUIETLY, run, TSC } from './npm.js'
import {
  ALL_OF_THE_DOOR,
  NAMES_AND_MATCHERS,
  nodeFor,
  releaseOf,
  runVitestUser,
  VITEST_VERSIONS,
} from './vitest-users.js'

verifies('ours:installs-anywhere', 'ours:works-without-optional')

const NAME = 'mcp-understudy'
const allDoors = Object.keys(doorSources())
/** The one door that opens only inside of vitest, which users bring along. */
const VITEST_DOOR = './vitest'
const doors = allDoors.filter((door) => door !== VITEST_DOOR)
let folder: string
let tarball: string
/** Where the package is installed; the last tests take its optional dependencies away. */
let home: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-package-'))
  tarball = await packInto(folder)
  home = await install('home')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the tarball', () => {
  it('holds what users need, and neither tests nor sources', async () => {
    const paths = (await run(folder, 'tar', '-tzf', tarball))
      .split('\n')
      .map((path) => path.replace('package/', ''))

    expect(paths).toEqual(expect.arrayContaining([...NEEDED, ...allDoors.flatMap(filesOfDoor)]))
    expect(
      paths.filter((path) =>
        /\.test\.|(?<!\.d)\.ts$|^(?!dist\/joined\/cli\/).*\.map$|tsbuildinfo|^(src|test|bench)\//.test(path),
      ),
    ).toEqual([])
  })
  it('holds its code once: what is joined, and of the modules the declarations alone', async () => {
    const paths = (await run(folder, 'tar', '-tzf', tarball)).split('\n')

    expect(paths.filter((path) => /^package\/dist\/(?!joined\/).*(?<!\.d\.ts)$/.test(path))).toEqual([])
  })
})

describe('the package, ready to publish', () => {
  it('is for everybody, with its provenance', async () => {
    verifies('ours:ready-to-publish')
    const { publishConfig } = JSON.parse(await readFile(join(PROJECT_ROOT, 'package.json'), 'utf8'))

    expect(publishConfig).toEqual({ access: 'public', provenance: true })
  })
  it('gives a list of all that it is made of, as CycloneDX', async () => {
    verifies('ours:ready-to-publish')
    const { dependencies } = JSON.parse(await readFile(join(PROJECT_ROOT, 'package.json'), 'utf8'))

    const bill = JSON.parse(await npm(home, 'sbom', '--sbom-format', 'cyclonedx'))

    const names: string[] = bill.components.map(({ purl }: { readonly purl: string }) =>
      decodeURIComponent(purl).replace(/^pkg:npm\/(.*)@.*$/, '$1'),
    )
    expect(bill.bomFormat).toBe('CycloneDX')
    expect(names).toEqual(expect.arrayContaining([NAME, ...Object.keys(dependencies)]))
    expect(names).not.toContain('@opentelemetry/api')
  })
})

describe('the package, installed into an empty folder', () => {
  it.each(doors)('opens the door %s with its pinned names', async (door) => {
    expect(await namesBehind(home, door)).toEqual([...(PINNED_DOORS[door]?.runtime ?? [])].sort())
  })
  it('shows its version and its help', async () => {
    const { version } = JSON.parse(await readFile(join(PROJECT_ROOT, 'package.json'), 'utf8'))

    expect((await npx(home, 'understudy', '--version')).trim()).toBe(version)
    expect(await npx(home, 'understudy', '--help')).toContain('dry-run')
  })
  it('starts the server of the torture table, from the command line and from its door', async () => {
    await writeFile(join(home, 'client.mjs'), TORTURED_CLIENT)
    await writeFile(join(home, 'torture.mjs'), TORTURE)

    expect(
      await understudy(home, 'torture', '--row', 'healthy', '--', process.execPath, 'client.mjs'),
    ).toContain('1 right')
    expect((await run(home, process.execPath, 'torture.mjs')).trim()).toBe('healthy answer 0')
  })
  it('rehearses a program', async () => {
    await writeFile(
      join(home, 'program.ts'),
      "const text: string = await mcp.files.read({ path: 'a' })\nreturn text\n",
    )
    await writeFile(join(home, 'tools.json'), JSON.stringify(TOOLS))

    const report = JSON.parse(
      await understudy(home, 'dry-run', 'program.ts', '--tools', 'tools.json', '--format', 'json'),
    )

    expect(report).toMatchObject({ dry_run: true, tools_called: ['files:read'], ended: 'completed' })
  })
  it.each([
    ['with exact optional properties', true],
    ['without exact optional properties', false],
  ])('has types that compile in a strict project that checks libraries too, %s', async (_, isExact) => {
    const compilerOptions = { ...STRICT.compilerOptions, exactOptionalPropertyTypes: isExact }
    await writeFile(join(home, 'tsconfig.json'), JSON.stringify({ ...STRICT, compilerOptions }))
    const imports = doors.map(
      (door, i) => `import * as door${i} from '${NAME}${door.slice(1)}'\nvoid door${i}`,
    )
    await writeFile(join(home, 'consumer.ts'), imports.join('\n'))

    await run(home, process.execPath, ...TSC)
  })
  it('opens its door for vitest where vitest is, with types for its matchers', async () => {
    const link = join(home, 'node_modules/vitest')
    await symlink(join(PROJECT_ROOT, 'node_modules/vitest'), link)

    expect(await runVitestUser(home, 'linked', NAMES_AND_MATCHERS, process.execPath)).toContain(
      '2 passed (2)',
    )
    await rm(link)
  })
})

// In the same folder, one version after the other, as users move on: npm unpacks only what is another.
describe('the package, beside vitest', () => {
  it.each(VITEST_VERSIONS)('npm installs beside vitest %s, and its tests and types work', async (version) => {
    verifies('ours:vitest-versions')
    const release = await releaseOf(version)
    await npm(home, 'install', ...QUIETLY, '--save-dev', `vitest@${release}`)

    const output = await runVitestUser(home, `vitest-${version}`, ALL_OF_THE_DOOR, await nodeFor(version))

    expect(output).toContain(`v${release}`)
    expect(output).toContain('4 passed | 1 expected fail (5)')
    expect(JSON.parse(await readFile(join(home, 'node_modules/vitest/package.json'), 'utf8')).version).toBe(
      release,
    )
  })
})

describe('the package, installed without optional dependencies', () => {
  // In the same folder: to unpack everything a second time takes a while.
  beforeAll(() => npm(home, 'install', ...QUIETLY, '--omit=optional'))

  it('has no sandbox', async () => {
    // Of what it takes out, npm leaves the empty folder of the scope.
    expect(await readdir(join(home, 'node_modules/@deno'))).toEqual([])
  })
  it('opens all the same doors', async () => {
    expect(await namesBehindAll(home, doors)).toEqual(
      doors.map((door) => [...(PINNED_DOORS[door]?.runtime ?? [])].sort()),
    )
  })
  it('says by its doctor that the sandbox is missing', async () => {
    expect(await understudy(home, 'doctor').catch(String)).toMatch(/^deno +missing/m)
  })
  it('refuses to rehearse a program, and says what to do', async () => {
    await writeFile(join(home, 'program.ts'), 'return 1\n')
    await writeFile(join(home, 'tools.json'), JSON.stringify(TOOLS))
    const refusal = understudy(home, 'dry-run', 'program.ts', '--tools', 'tools.json', '--format', 'json')

    await expect(refusal).rejects.toThrow(/exit 3[\s\S]*SANDBOX_MISSING/)
  })
  it('says of a SQLite store which package is missing', async () => {
    const call = ['call', 'read_graph', '--store']
    const server = ['--', process.execPath, MEMORY_SERVER]
    const refusal = understudy(home, ...call, 'calls.db', ...server)

    await expect(refusal).rejects.toThrow(
      /exit 3[\s\S]*"@libsql\/[\w-]+" is not installed[\s\S]*--omit=optional/,
    )
    expect(await understudy(home, 'doctor').catch(String)).toMatch(/^sqlite +absent +.*@libsql/m)
  })
  it('says of a PostgreSQL store which package is missing', async () => {
    verifies('ours:brought-by-users')
    const refusal = understudy(home, 'store', 'stats', '--store', 'postgres://127.0.0.1:9/none')

    await expect(refusal).rejects.toThrow(/exit 3[\s\S]*"pg" is not installed[\s\S]*npm install pg/)
  })
  it('says of traces which packages are missing, and serves without', async () => {
    verifies('ours:brought-by-users')
    const config = { mcpServers: { memory: { command: process.execPath, args: [MEMORY_SERVER] } } }
    await writeFile(join(home, 'servers.json'), JSON.stringify(config))
    const env = 'OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:9'
    const gateway = 'node_modules/.bin/understudy gateway --config servers.json --no-store'

    const said = await run(home, 'sh', '-c', `${env} ${gateway} 2>&1 < /dev/null`)

    expect(said).toContain('OpenTelemetry is not installed; npm install @opentelemetry/api')
  })
  it('talks to a real server', async () => {
    expect(await understudy(home, 'tools', '--', process.execPath, MEMORY_SERVER)).toContain('read_graph')
  })
})

const NEEDED = [
  'package.json',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  'DEPENDENCIES.md',
  'dist/joined/cli/main.js',
  'schemas/policy.schema.json',
  'schemas/report.schema.json',
  'schemas/run.schema.json',
  'schemas/settings.schema.json',
  'schemas/stubs.schema.json',
  'spec/2025-11-25/schema.json',
]
const TORTURED_CLIENT = `import { MockMCPClient } from '${NAME}/testing'
const client = await MockMCPClient.start({ command: process.argv.slice(2) })
console.log((await client.callTool('echo', { message: 'hi' })).content)
await client.stop()
`
const TORTURE = `import { runTorture, TORTURE_ROWS } from '${NAME}/testing'
const rows = TORTURE_ROWS.filter(({ id }) => id === 'healthy')
for (const { told, row, faults } of await runTorture({ client: [process.execPath, 'client.mjs'], rows }))
  console.log(row.id, told, faults.length)
`
const MEMORY_SERVER = officialServer('server-memory')
const TOOLS = { server: 'files', tools: [{ name: 'read', inputSchema: { type: 'object' } }] }
const STRICT = {
  compilerOptions: {
    ...{
      target: 'ES2022',
      lib: ['ES2023', 'ESNext.Disposable'],
      module: 'NodeNext',
      noEmit: true,
      strict: true,
    },
    ...{ exactOptionalPropertyTypes: true, skipLibCheck: false, verbatimModuleSyntax: true },
    ...{ types: ['node'], typeRoots: [join(PROJECT_ROOT, 'node_modules/@types')] },
  },
  files: ['consumer.ts'],
}

function filesOfDoor(door: string): string[] {
  const base = (doorSources()[door] ?? '').replace(/^src/, 'dist').replace(/\.ts$/, '')
  return [`${base.replace(/^dist/, 'dist/joined')}.js`, `${base}.d.ts`]
}

async function install(name: string): Promise<string> {
  const home = join(folder, name)
  await mkdir(home)
  await writeFile(
    join(home, 'package.json'),
    '{ "name": "home", "version": "0.0.0", "private": true, "type": "module" }',
  )
  await npm(home, 'install', ...QUIETLY, tarball)
  return home
}

async function namesBehind(home: string, door: string): Promise<string[]> {
  const [names = []] = await namesBehindAll(home, [door])
  return names
}

/** Of each door, opened one after another in one process. */
async function namesBehindAll(home: string, opened: readonly string[]): Promise<string[][]> {
  const modules = JSON.stringify(opened.map((door) => `${NAME}${door.slice(1)}`))
  const script = `const all = []
for (const module of ${modules}) all.push(Object.keys(await import(module)).sort())
console.log(JSON.stringify(all))`
  return JSON.parse(await run(home, process.execPath, '--input-type=module', '-e', script))
}

function npx(cwd: string, ...args: readonly string[]): Promise<string> {
  return run(cwd, 'npx', '--no-install', ...args)
}

/** What npx finds there. */
function understudy(cwd: string, ...args: readonly string[]): Promise<string> {
  return run(cwd, join(cwd, 'node_modules/.bin/understudy'), ...args)
}
