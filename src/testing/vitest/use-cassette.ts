/** Tests that run on recordings: a cassette for each test, recorded where it is missing. */

import { AssertionError } from 'node:assert'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type RunnerTestCase, type TestAPI, test } from 'vitest'
import { defined, digest, inOneLine, printable, UsageError } from '../../base/index.js'
import { secretValues } from '../../recording/redaction/index.js'
import { MockMCPClient } from '../client/mock-mcp-client.js'
import type { CassetteSettings, ClientOptions, LiveTarget } from '../client/start-options.js'
import { addEvidence, tellEvidenceOnce } from './failure-evidence.js'
import { addHints } from './failure-hints.js'
import { warn } from './file-end.js'
import { timedForLimit } from './time-limit-hint.js'

/** A server as `MockMCPClient.start` takes it, and what recordings of it are for. */
export type UseCassetteOptions = LiveTarget & ClientOptions & CassetteSettings & CassetteChoice

export interface CassetteChoice {
  /**
   * `once`, the default, records where there is no cassette yet; `new-episodes` also what a cassette lacks; `none` asks the server
   * nothing, and stands wherever the environment has `CI`; `all` records anew. UNDERSTUDY_RECORD overrules all of this.
   */
  readonly record?: RecordMode
  /** Default: `__cassettes__` beside the test file. */
  readonly folder?: string
  /** What becomes of recorded answers that a test did not ask for; default `warn`. */
  readonly unused?: 'warn' | 'error' | 'off'
}

export type RecordMode = 'once' | 'new-episodes' | 'none' | 'all'

export interface CassetteFixtures {
  /** A client of the server, or of its recording. */
  mcp: MockMCPClient
}

export type CassetteTest = TestAPI<CassetteFixtures>

export function cassetteTest(options: UseCassetteOptions): CassetteTest {
  const { record, folder, unused = 'warn', ...start } = options
  const wanted = recordMode(record, process.env)
  return test.extend<CassetteFixtures>({
    mcp: async ({ task, onTestFailed }, use) => {
      const file = cassetteOf(task, folder)
      onTestFailed(() => addHints(task))
      onTestFailed(() => tellEvidenceOnce(task))
      await using running = await timedForLimit({ task, onTestFailed }, () => startOn(file, wanted, start))
      const { mcp } = running
      onTestFailed(() => addEvidence(task, mcp))
      await use(mcp)
      if (mcp.replay !== undefined) tellDifferences(mcp.replay, file, unused)
    },
  })
}

function recordMode(given: RecordMode | undefined, env: NodeJS.ProcessEnv): RecordMode {
  const { UNDERSTUDY_RECORD: overruled = '', CI = '' } = env
  const wanted = knownMode(given ?? 'once', (mode) => `the option record: ${mode}`)
  if (overruled !== '') return knownMode(overruled, (mode) => `UNDERSTUDY_RECORD=${mode}`)
  return CI === '' || CI === 'false' ? wanted : 'none'
}

function knownMode(text: string, whereFrom: (mode: string) => string): RecordMode {
  const mode = MODES.find((each) => each === text)
  if (mode !== undefined) return mode
  throw new UsageError('USAGE', `Cannot record as ${whereFrom(JSON.stringify(text))} says`, {
    hint: `it is one of ${MODES.join(', ')}`,
  })
}

const MODES = ['once', 'new-episodes', 'none', 'all'] as const

interface Running extends AsyncDisposable {
  readonly mcp: MockMCPClient
}

async function startOn(
  cassette: string,
  mode: RecordMode,
  options: LiveTarget & ClientOptions & CassetteSettings,
): Promise<Running> {
  const { repeats, timing, faults, seed, ignore, secrets = {}, redaction, ...start } = options
  const settings = {
    ...defined({ repeats, timing, faults, seed, ignore, redaction }),
    secrets: secretsOf(options),
  }
  const client = withoutTarget(start)
  if (mode === 'all') await rm(cassette, { force: true })
  if (!existsSync(cassette)) {
    if (mode === 'none') throw notRecorded(cassette)
    const record = { path: cassette, secrets: secretValues(secrets), ...defined({ redaction }) }
    return running(await MockMCPClient.start({ ...start, record }))
  }
  if (mode === 'new-episodes') {
    const { startNewEpisodes } = await import('../cassette/new-episodes.js')
    return startNewEpisodes({ cassette, live: start, client, settings })
  }
  return running(await MockMCPClient.start({ ...client, ...settings, cassette }))
}

function running(mcp: MockMCPClient): Running {
  return { mcp, [Symbol.asyncDispose]: () => mcp.stop() }
}

function notRecorded(cassette: string): UsageError {
  return new UsageError('FILE_UNREADABLE', `Cannot run on the cassette "${cassette}": it was not recorded`, {
    hint: 'run the test with UNDERSTUDY_RECORD=once where the server can be reached, and keep the file with the test',
  })
}

/** What was secret when the server was asked. */
function secretsOf(options: LiveTarget & CassetteSettings): Readonly<Record<string, string>> {
  return {
    ...('env' in options ? options.env : {}),
    ...('headers' in options ? options.headers : {}),
    ...options.secrets,
  }
}

function withoutTarget(start: LiveTarget & ClientOptions): ClientOptions {
  return Object.fromEntries(Object.entries(start).filter(([name]) => !TARGET_OPTIONS.has(name)))
}

const TARGET_OPTIONS: ReadonlySet<string> = new Set([
  ...['command', 'workingDir', 'env', 'stdio', 'url', 'headers', 'authProvider', 'authorizationCode'],
  ...['fetch', 'maxMessageBytes', 'onExchange', 'server', 'image', 'build', 'args', 'mounts', 'network'],
  ...['workdir', 'user', 'engine'],
])

/**
 * `notes.test.ts` and `finds it` as `__cassettes__/notes.test.ts/finds-it.jsonl`. A name that is more than words bears its digest:
 * `a < b` and `a > b` are two tests.
 */
function cassetteOf(task: RunnerTestCase, folder: string | undefined): string {
  const { filepath } = task.file
  const names = [task.name]
  for (let suite = task.suite; suite !== undefined; suite = suite.suite) names.unshift(suite.name)
  const title = names.join(' ')
  const words = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 120)
  const isWhole = words.replaceAll('-', ' ') === title.toLowerCase()
  const name = isWhole ? words : [words || 'test', digest(title.toWellFormed()).slice(7, 15)].join('-')
  return join(folder ?? join(dirname(filepath), '__cassettes__'), basename(filepath), `${name}.jsonl`)
}

function tellDifferences(
  { misses, unused }: NonNullable<MockMCPClient['replay']>,
  file: string,
  mode: 'warn' | 'error' | 'off',
): void {
  if (misses.length > 0)
    throw new AssertionError({
      message: [
        `The cassette "${file}" has no answer:`,
        ...misses.slice(0, 5).map(({ message }) => printable(message)),
        '  Hint: UNDERSTUDY_RECORD=new-episodes asks the server for what is missing, and =all records the whole test anew',
      ].join('\n'),
      operator: 'useCassette',
    })
  if (unused.length === 0 || mode === 'off') return
  const names = unused.map(({ method, tool }) => (tool === undefined ? method : `${method} ${tool.name}`))
  const shown = inOneLine([...new Set(names)].join(', '), 200)
  const text = `The cassette "${file}" holds answers that nobody asked for: ${shown}`
  if (mode === 'error') throw new AssertionError({ message: text, operator: 'useCassette' })
  warn([text, '  Record it anew with UNDERSTUDY_RECORD=all'])
}
