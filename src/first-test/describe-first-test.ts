/** From two looks at a server to the files that are written, and what is told of them. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import {
  byText,
  type Environment,
  isJsonObject,
  isSameJson,
  type JsonValue,
  parseJson,
  shellWord,
} from '../base/index.js'
import type { ServerEntry } from '../config/index.js'
import { type ContractLock, createLock } from '../registry/index.js'
import type { Permission } from './choose-tools.js'
import { coverageDocument, coverageOf } from './coverage.js'
import { seenTwice } from './first-test.js'
import type { Look } from './look-at-server.js'
import type { NewFile } from './new-files.js'
import type { InitReport } from './render-init.js'
import { serverSource } from './server-source.js'
import { testFile } from './test-file.js'

/** Where the three files are written, as the user is told it. */
export interface FirstTestPaths {
  readonly test: string
  readonly lock: string
  readonly table: string
}

/** The place where the command stands, and what hides secrets in what it says. */
export interface Surroundings {
  readonly cwd: string
  readonly env: Environment
  redact<T>(value: T): T
  /** Redacted, as JSON for a file. */
  asJson(value: unknown): string
}

export interface LookedAt {
  readonly entry: ServerEntry
  readonly paths: FirstTestPaths
  readonly looks: readonly [Look, Look]
  readonly permitted: ReadonlyMap<string, Permission>
  /** The lock that is there, whose other servers stay in it. */
  readonly before: ContractLock | undefined
  readonly isCopied: boolean
  readonly io: Surroundings
}

export function describeFirstTest({ entry, paths, looks, permitted, before, isCopied, io }: LookedAt): {
  readonly files: readonly NewFile[]
  readonly report: InitReport
} {
  const [first, second] = looks
  const isOpen = (value: JsonValue): boolean => isSameJson(io.redact(value), value)
  const folder = dirname(resolve(io.cwd, paths.test))
  const seen = seenTwice(looks, { ownTexts: ownTexts(io) }, isOpen)
  const source = serverSource(entry, {
    cwd: io.cwd,
    folder,
    isModule: isModuleFolder(folder),
    isSecret: (text) => !isOpen(text),
  })
  const spoken = first.era === second.era ? [first] : [first, second]
  const tools = first.tools.tools.map(({ name }) => name)
  const notCalled = tools.filter((name) => !permitted.has(name))
  const server = entry.name
  const recording = entry.launch.kind === 'cassette' ? { recording: entry.launch.file } : {}
  const eras = spoken.map(({ era }) => era)
  const isRecorded = 'recording' in recording
  const test = testFile({ ...seen, server, eras, source, notCalled, isRecorded, isCopied })
  const table = coverageOf(tools, seen.calls, spoken.length > 1)
  const missing = missingPackages(folder)
  const { calls, contracts, resources, prompts, notes, hasTools } = seen
  const lists = [contracts.length > 0 || !hasTools, resources.length > 0, prompts.length > 0]
  return {
    files: [
      { path: paths.test, text: io.redact(test) },
      { path: paths.lock, text: io.asJson(mergeLocks(before, createLock(io.redact([first.tools])))) },
      { path: paths.table, text: io.redact(coverageDocument({ server, file: basename(paths.test) }, table)) },
    ],
    report: {
      format: 'understudy.init/1',
      server,
      ...recording,
      eras: spoken.map(({ era, revision }) => ({ era, revision })),
      wrote: paths,
      tests: calls.length + lists.filter(Boolean).length,
      called: [...first.answers, ...first.unanswered].map(({ call: { tool, arguments: args } }) => ({
        tool,
        arguments: args,
      })),
      called_tools: [...permitted].map(([tool, because]) => ({ tool, because })),
      not_called: notCalled,
      table,
      notes,
      variables: source.variables,
      missing_packages: missing,
      next: [
        ...(missing.length === 0 ? [] : [`npm install --save-dev ${missing.join(' ')}`]),
        `npx vitest run ${shellWord(paths.test)}`,
      ],
    },
  }
}

/** A server of both is as the newer lock has it. */
function mergeLocks(before: ContractLock | undefined, { format, servers }: ContractLock): ContractLock {
  const names = new Set(servers.map(({ name }) => name))
  const others = (before?.servers ?? []).filter(({ name }) => !names.has(name))
  const all = [...others, ...servers].sort((a, b) => byText(a.name, b.name))
  return { format, servers: all }
}

/** What an answer may have from this machine alone. Short values stand everywhere. */
function ownTexts({ cwd, env }: Surroundings): readonly string[] {
  const values = MACHINE_VARIABLES.map((name) => env[name] ?? '')
  return [cwd, ...MACHINE_VARIABLES, ...values.filter((value) => value.length >= 4)]
}

/** What servers are given of the environment. */
const MACHINE_VARIABLES = [
  'HOME',
  'LOGNAME',
  'PATH',
  'SHELL',
  'TERM',
  'USER',
  'USERNAME',
  'USERPROFILE',
  'APPDATA',
]

/** Packages that the tests need and that no `node_modules` on the way up has. */
function missingPackages(folder: string): readonly string[] {
  const folders = upwards(folder)
  return ['mcp-understudy', 'vitest'].filter(
    (name) => !folders.some((each) => existsSync(join(each, 'node_modules', name, 'package.json'))),
  )
}

/** Whether a TypeScript file in the folder is an ES module: without a package.json that says so it is CommonJS. */
function isModuleFolder(folder: string): boolean {
  const file = upwards(folder)
    .map((each) => join(each, 'package.json'))
    .find((each) => existsSync(each))
  if (file === undefined) return false
  try {
    const content = parseJson(readFileSync(file, 'utf8'), 'the package.json')
    return isJsonObject(content) && content.type === 'module'
  } catch {
    // A broken package.json says nothing; npm tells what is wrong with it.
    return false
  }
}

function upwards(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...upwards(parent)]
}
