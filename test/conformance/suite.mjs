// The official conformance suite as a child process. It needs Node 22; what it tests runs on the Node that runs this.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = 22
const CLI = createRequire(import.meta.url)
  .resolve('@modelcontextprotocol/conformance/package.json')
  .replace(/package\.json$/, 'dist/index.js')

/** The command that runs the suite, and its first arguments: this very Node, or one that npm brings. */
export function nodeCommand({ version, platform, arch, execPath }) {
  if (Number(version.slice(1).split('.')[0]) >= OLDEST_NODE) return [execPath]
  return ['npx', '-y', '-p', `node-${platform === 'win32' ? 'win' : platform}-${arch}@24`, 'node']
}

/** Runs the suite; resolves with its exit code, its output, and a row for every scenario: `{ scenario, passed, failed, isScored, isGood }`. */
export async function runSuite(args) {
  const [command, ...first] = nodeCommand(process)
  // The command may have to ask npm's registry first: see vitest.config.ts.
  const env = { NODE_EXTRA_CA_CERTS: process.env.REGISTRY_CA_CERTS, ...process.env }
  const child = spawn(command, [...first, CLI, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code, output: output + errors, rows: readSummary(output) }
}

/** The client of this package against the suite's servers. */
export const runClient = (...args) =>
  runSuite([
    'client',
    '--command',
    `${process.execPath} ${fileOf('driver.mjs')}`,
    '--timeout',
    '60000',
    ...args,
  ])

/** The suite's client against the fixture server. */
export const runServer = (...args) => withServer(OFFICIAL, (url) => suiteAgainst(url, args))

/** The suite's client against the same tools as a service of this package. */
export const runService = (...args) => withServer(SERVICE, (url) => suiteAgainst(url, args))

/** The suite's client against the fixture server through a recorder, which writes the cassette `file`. */
export const runRecorded = (file, ...args) =>
  withServer(OFFICIAL, (url) => withRecorder(url, file, (recorded) => suiteAgainst(recorded, args)))

/** The suite's client against a mock of two tools, which `stubs`, a list, answers. */
export async function runMock(stubs, ...args) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-conformance-mock-'))
  const write = async (name, value) => {
    const file = join(folder, name)
    await writeFile(file, JSON.stringify(value))
    return file
  }
  const inputSchema = { type: 'object' }
  const tools = ['test_simple_text', 'test_error_handling'].map((name) => ({
    ...{ name, description: `The tool ${name} of the suite`, inputSchema },
  }))
  try {
    const files = [await write('tools.json', tools), await write('stubs.json', stubs)]
    return await withUnderstudy(
      ['mock', '--tools', files[0], '--name', 'suite', '--stubs', files[1], '--listen', '0'],
      (url) => suiteAgainst(url, args),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const OFFICIAL = '../fixtures/servers/conformance/http.mjs'
const SERVICE = '../fixtures/servers/conformance-service.mjs'
const suiteAgainst = (url, args) => runSuite(['server', '--url', url, ...args])

/** The command that serves the fixture over standard input and output. */
export const fixtureCommand = () => [process.execPath, fileOf('../fixtures/servers/conformance/stdio.mjs')]

/** Serves a fixture while `work` runs. */
export async function withServer(path, work) {
  const file = fileOf(path)
  const server = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(server, 'exit')
  try {
    const [url] = await once(createInterface({ input: server.stdout }), 'line')
    return await work(url)
  } finally {
    server.stdin.end()
    await exited
  }
}

/** Serves the fixture of the SDK while `work` runs. */
export const withFixture = (work) => withServer(OFFICIAL, work)

/** Stands in front of the server at `url` while `work` runs; the cassette is whole when this resolves. */
export const withRecorder = (url, file, work) =>
  withUnderstudy(['record', '--listen', '0', '--url', url, '--out', file], work)

/** Answers from the cassette while `work` runs, as late as the server did: the suite gives up what takes longer than 30 s. */
export const withReplay = (file, work) =>
  withUnderstudy(['replay', file, '--listen', '0', '--timing', 'recorded'], work)

/** Passes everything on to the servers of the config `file` while `work` runs; `era` is how it speaks to them. */
export const withGateway = (file, era, work) =>
  withUnderstudy(
    [
      ...['gateway', '--config', file, '--mode', 'pass-through', '--tool-names', 'plain'],
      ...['--era', era, '--listen', '0'],
    ],
    work,
  )

async function withUnderstudy(args, work) {
  const child = spawn(process.execPath, [fileOf('../../dist/joined/cli/main.js'), ...args], {
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const exited = once(child, 'exit')
  try {
    const [line] = await once(createInterface({ input: child.stderr }), 'line')
    return await work(/ at (https?:[^\s;]+)/.exec(line)?.[1] ?? line)
  } finally {
    child.kill('SIGINT')
    await exited
  }
}

/** Reads the lines `✓ name: 3 passed, 0 failed`; those that do not count are listed once more, with the reason. */
export function readSummary(output) {
  const lines = output.split('\n').map((line) => line.trimEnd())
  const unscored = new Set(lines.flatMap((line) => /^ {2}[✓✗] (\S+) \(.*\)$/.exec(line)?.[1] ?? []))
  return lines.flatMap((line) => {
    const found = /^([✓✗]) (\S+): (\d+) passed, (\d+) failed/.exec(line)
    if (found === null) return []
    const [, mark, scenario, passed, failed] = found
    return [
      {
        scenario,
        passed: Number(passed),
        failed: Number(failed),
        isScored: !unscored.has(scenario),
        isGood: mark === '✓',
      },
    ]
  })
}

const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url))
