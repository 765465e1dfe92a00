/** A folder as a user has it, and the command line run in it. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect } from 'vitest'
import { digest, isJsonObject, parseJson, systemClock } from '../../src/base/index.js'
import type { CliIo } from '../../src/cli/cli-io.js'
import { runCli } from '../../src/cli/run-cli.js'
import type { Report } from '../../src/dryrun/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'
import {
  createProtocolSchemas,
  createWireCheck,
  type WireCheck,
  type WireViolation,
} from '../../src/testing/index.js'
import { oneGuest } from '../dryrun/one-guest.js'
import { MAIN } from '../fixtures/command-line.js'
import { fixture } from '../fixtures/start-server.js'

export interface CliRun {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
}

export interface Project extends Disposable {
  readonly folder: string
  write(name: string, text: string | Uint8Array): void
  read(name: string): string
  /** Runs the command line in this process, in this folder. */
  understudy(...args: readonly string[]): Promise<CliRun>
  /** Runs the built command line as a process of its own, in this folder. */
  understudyProcess(...args: readonly string[]): Promise<CliRun>
  /** The content of every file in the folder, by its path, as a digest. */
  files(): Readonly<Record<string, string>>
  /** Rehearses and reads the report, which must keep its schema. */
  dryRun(...args: readonly string[]): Promise<Report>
  /** The calls that the canary server got: none, unless it was called for real. */
  canaryCalls(): readonly string[]
}

export interface ProjectOptions {
  readonly stdin?: string
  /** A person at a terminal. */
  readonly ask?: CliIo['ask']
  readonly stdoutIsTty?: boolean
  /** How wide the terminal is. */
  readonly columns?: number
  /** Whether standard error is a terminal. */
  readonly stderrIsTty?: boolean
  /** Told of what is written there, as it is written. */
  readonly onStdout?: (text: string) => void
  /** Told of what is written there, as it is written. */
  readonly onStderr?: (text: string) => void
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Whether rehearsals check types, as they do by default. */
  readonly types?: boolean
  /** What a server of the project is meant to do wrong. */
  readonly violates?: RegExp
  /** Whether programs are rehearsed in guests of the command's own: where they reach for the machine, and where its children are counted. */
  readonly ownGuests?: boolean
}

/** A temporary folder whose `.mcp.json` names the canary server as `notes`. Disposing removes it. */
export function createProject(options: ProjectOptions = {}): Project {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-test-'))
  const canaryLog = join(folder, 'canary.log')
  const path = (name: string) => join(folder, name)
  const project: Project = {
    folder,
    write: (name, text) => writeFileSync(path(name), text),
    read: (name) => readFileSync(path(name), 'utf8'),
    async understudy(...args) {
      const trace = path('frames.jsonl')
      const run = await runInFolder(folder, traced(untyped(args, options), trace), options)
      if (existsSync(trace)) checkFrames(readFileSync(trace, 'utf8'), options.violates)
      rmSync(trace, { force: true })
      return run
    },
    understudyProcess: (...args) => runProcess(folder, args),
    files: () => digestsOf(folder),
    async dryRun(...args) {
      const { stdout, stderr } = await project.understudy('dry-run', '--format', 'json', ...args)
      expect(stderr).toBe('')
      return readReport(stdout)
    },
    canaryCalls: () => (existsSync(canaryLog) ? readFileSync(canaryLog, 'utf8').trim().split('\n') : []),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
  project.write(
    '.mcp.json',
    JSON.stringify({ mcpServers: { notes: { ...fixture('canary'), env: { CANARY_LOG: canaryLog } } } }),
  )
  return project
}

/** The compiler of a rehearsal is a process that takes more than all the rest: only where it is asked for. */
function untyped(args: readonly string[], { types = false }: ProjectOptions): readonly string[] {
  const [command = '', ...rest] = args
  return command === 'dry-run' && !types ? [command, '--types', 'never', ...rest] : args
}

/** Every command that starts servers writes down its frames. */
function traced(args: readonly string[], trace: string): readonly string[] {
  const [command = '', ...rest] = args
  return ['dry-run', 'tools', 'call', 'lock', 'verify', 'init'].includes(command)
    ? [command, '--trace', trace, ...rest]
    : args
}

/** Each server's frames are held against the protocol: what a server is meant to do wrong must be found, and nothing else. */
function checkFrames(frames: string, violates: RegExp | undefined): void {
  const found = violationsIn(frames).map(({ text }) => text)
  expect(found.filter((text) => violates?.test(text) !== true)).toEqual([])
  if (violates !== undefined) expect(found).not.toEqual([])
}

function violationsIn(frames: string): readonly WireViolation[] {
  const checks = new Map<string, WireCheck>()
  for (const line of frames.split('\n').filter((each) => each !== '')) {
    const { server, copy, contact, ...event } = JSON.parse(line)
    const connection = `${server} ${copy} ${contact}`
    const check = checks.get(connection) ?? createWireCheck(schemas)
    checks.set(connection, check)
    check.see(event)
  }
  return [...checks.values()].flatMap(({ violations }) => violations)
}

async function runInFolder(
  folder: string,
  args: readonly string[],
  options: ProjectOptions,
): Promise<CliRun> {
  let stdout = ''
  let stderr = ''
  const exit = await runCli(args, {
    stdout: (text) => {
      stdout += text
      options.onStdout?.(text)
    },
    stderr: (text) => {
      stderr += text
      options.onStderr?.(text)
    },
    stdin: () => Promise.resolve(Buffer.from(options.stdin ?? '')),
    ask: options.ask,
    env: { ...process.env, XDG_STATE_HOME: join(folder, '.state'), ...options.env },
    cwd: folder,
    stdoutIsTty: options.stdoutIsTty ?? false,
    stdoutColumns: () => options.columns,
    stderrIsTty: options.stderrIsTty ?? false,
    clock: systemClock,
    signal: options.signal ?? new AbortController().signal,
    sandbox: options.ownGuests === true ? undefined : await oneGuest(),
  })
  return { exit, stdout, stderr }
}

/** What a library keeps open until the process ends is closed only then: here that counts. */
function runProcess(folder: string, args: readonly string[]): Promise<CliRun> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...args], { cwd: folder }, (_, stdout, stderr) =>
      resolve({ exit: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

function digestsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const paths = files.map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort()
  return Object.fromEntries(paths.map((path) => [path, digest(readFileSync(join(folder, path), 'base64'))]))
}

const schemas = createProtocolSchemas(createSchemaCompiler())
const compilation = createSchemaCompiler().compile(
  parseJson(
    readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8'),
    'the schema of the report',
  ),
)

/** Every report that a test sees is held against the shipped schema. */
export function readReport(text: string): Report {
  const report = parseJson(text, 'the report')
  if (compilation.kind === 'refused') throw new Error(compilation.problem.message)
  expect(compilation.schema.check(report)).toEqual([])
  if (!isJsonObject(report)) throw new Error('The report is no object')
  // The schema has just proved the shape.
  return report as unknown as Report
}
