/** Looks at a server and writes a first test of it, its contract lock, and a table of what is tested. */

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readUserText, UnderstudyError, UsageError } from '../../base/index.js'
import { readPolicyFile, type ServerEntry } from '../../config/index.js'
import {
  callTool,
  chooseTools,
  describeFirstTest,
  type FirstTestPaths,
  type LookOptions,
  lookTwice,
  type MakeCalls,
  makeRecordedCalls,
  type Permission,
  type RecordedCalls,
  readRecordedCalls,
  refuseExisting,
  renderInit,
  writeAllFiles,
} from '../../first-test/index.js'
import type { Policy } from '../../policy/index.js'
import { type ContractLock, createRegistry, parseLock } from '../../registry/index.js'
import { createSchemaCompiler } from '../../schema/index.js'
import type { Session } from '../../session/index.js'
import type { TapEvent } from '../../transport/index.js'
import { createCopyNotes } from '../copy-notes.js'
import type { DiscreetIo } from '../discreet-io.js'
import { noteNoise } from '../noise-note.js'
import { withProgress } from '../progress.js'
import { type ServerInCopy, startServerInCopy } from '../server-in-copy.js'
import type { ServerChoice } from '../server-options.js'
import { describeServer, nameServers, type StartChoice, startServer } from '../servers.js'
import { readSettings } from '../settings.js'
import { openStoreToRead } from '../stores.js'
import { type FrameTrace, withFrameTrace } from '../trace-file.js'

export interface InitSettings {
  readonly out?: string
  readonly lock: string
  /** Patterns of tools that are to be called. */
  readonly tools: readonly string[]
  readonly policy?: string
  readonly isCalling: boolean
  readonly isForced: boolean
  readonly isEraChosen: boolean
  /** Where nobody chose a timeout, calls of a first test have less than other requests. */
  readonly isTimeoutChosen: boolean
  readonly format: 'text' | 'json'
  /** In throwaway copies of this machine, and so do the tests. */
  readonly copy: boolean
}

/** Writes nothing when the server cannot be asked, or when one of the files is there already. */
export async function writeFirstTest(
  settings: InitSettings,
  choice: ServerChoice,
  io: DiscreetIo,
): Promise<void> {
  const policy = settings.policy === undefined ? NO_POLICY : readPolicyFile(settings.policy, io.cwd)
  if (choice.toolFiles.length > 0)
    throw new UsageError('USAGE', 'Cannot look at the tools of a file: there is no server behind --tools')
  const named = await nameServers(choice, io)
  const entry = onlyServer(named.entries)
  const recorded = await recordedOf(entry, settings, io)
  const paths = pathsOf(entry.name, settings)
  const before = readLock(paths.lock, io.cwd)
  refuseOverwriting(settings, paths, { before, server: entry.name, cwd: io.cwd })
  const permitted = new Map<string, Permission>()
  await using starter = settings.copy ? await startInCopies(io) : startHere(io)
  const looks = await withFrameTrace(choice, named, io, (trace) =>
    withProgress(io, `Looking at ${entry.name}`, () =>
      recorded === undefined
        ? lookTwice(
            lookOptions(entry, settings, choice, starter, io, trace),
            callsOf(settings, policy, permitted),
          )
        : lookTwice(
            {
              ...lookOptions(entry, settings, choice, starter, io, trace),
              ...inRecording(recorded, settings, choice),
            },
            recordedCallsOf(settings, recorded, permitted),
          ),
    ),
  )
  const { files, report } = describeFirstTest({
    ...{ entry, paths, looks, permitted, before, io },
    isCopied: settings.copy,
  })
  refuseOverwriting(settings, paths, { before, server: entry.name, cwd: io.cwd })
  writeAllFiles(files, io.cwd)
  if (settings.format === 'json') io.stdoutJson(report)
  else io.stdout(renderInit(report))
}

/** Starts the server for each look; disposing ends what outlives its session. */
interface Starter extends AsyncDisposable {
  start(entry: ServerEntry, choice: StartChoice, tap: FrameTrace['tap']): Promise<Session>
}

function startHere(io: DiscreetIo): Starter {
  return {
    start: (entry, choice, tap) => startServer(entry, choice, io, { tap }),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

/** Each look has a copy of its own: the second one finds nothing of the first. */
async function startInCopies(io: DiscreetIo): Promise<Starter> {
  const project = await readSettings(undefined, io)
  const notes = createCopyNotes(io)
  const servers: ServerInCopy[] = []
  return {
    async start(entry, choice, tap) {
      const server = await startServerInCopy(entry, choice, io, { project, tap, notes })
      servers.push(server)
      return server.session
    },
    async [Symbol.asyncDispose]() {
      for (const server of servers) await server[Symbol.asyncDispose]()
    },
  }
}

const NO_POLICY: Policy = { rules: [] }

/** A lock that is there takes in a server that it does not hold yet: a project has several servers, and one lock. */
function refuseOverwriting(
  { isForced }: InitSettings,
  { test, table, lock }: FirstTestPaths,
  { before, server, cwd }: { readonly before: ContractLock | undefined; server: string; cwd: string },
): void {
  if (isForced) return
  const isNew = before?.servers.every(({ name }) => name !== server) === true
  refuseExisting(isNew ? [test, table] : [test, lock, table], cwd)
}

/** Undefined where there is none, or something else. */
function readLock(file: string, cwd: string): ContractLock | undefined {
  if (!existsSync(resolve(cwd, file))) return undefined
  try {
    return parseLock(readUserText(file, 'the contract lock', cwd), file)
  } catch (failure) {
    // It is refused, or written anew with --force, as a file that is there already.
    if (failure instanceof UsageError) return undefined
    throw failure
  }
}

function onlyServer(entries: readonly ServerEntry[]): ServerEntry {
  const [only, ...others] = entries
  if (only !== undefined && others.length === 0) return only
  throw new UsageError('USAGE', `Cannot write a first test of ${entries.length} servers at once`, {
    hint: `pick one with --server: ${entries.map(({ name }) => name).join(', ') || 'none can be used'}`,
  })
}

/** What is called of a recording, where it stands in for the server. */
async function recordedOf(
  { name, launch }: ServerEntry,
  { tools, policy }: InitSettings,
  io: DiscreetIo,
): Promise<RecordedCalls | undefined> {
  if (launch.kind !== 'cassette') return undefined
  const ignored = tools.length > 0 ? '--tool' : policy !== undefined ? '--policy' : undefined
  if (ignored !== undefined)
    throw new UsageError('USAGE', `Cannot use ${ignored} with --cassette: what was recorded is called`, {
      hint: 'that reaches no server, whatever a tool does; --no-calls calls nothing',
    })
  return readRecordedCalls(launch.file, name, (file) => openStoreToRead(file, io))
}

/** A name of a server may hold what no name of a file may. */
function pathsOf(server: string, { out, lock }: InitSettings): FirstTestPaths {
  const name = server.replace(/[^\p{L}\p{N}_.-]+/gu, '-').replace(/^\.+/, '')
  const test = out ?? join('tests', `${name === '' ? 'server' : name}.mcp.test.ts`)
  return {
    test,
    lock,
    table: `${test.replace(/(?:\.mcp)?(?:\.(?:test|spec))?\.[cm]?[jt]sx?$/, '')}.coverage.md`,
  }
}

/** In a trace each connection has a name of its own. */
function lookOptions(
  entry: ServerEntry,
  { isEraChosen, isTimeoutChosen }: InitSettings,
  choice: ServerChoice,
  starter: Starter,
  io: DiscreetIo,
  trace: FrameTrace | undefined,
): LookOptions {
  const { signal } = io
  let connections = 0
  const listeners = { complaint: noteNoise(entry.name, io) }
  return {
    open(era, tap) {
      connections++
      const traced = trace?.tap(connections === 1 ? entry.name : `${entry.name}#${connections}`)
      const both = (event: TapEvent): void => {
        tap(event)
        traced?.(event)
      }
      const chosen = { ...choice, era, probeTimeoutMs: PROBE_TIMEOUT_MS, listeners }
      return starter.start(entry, chosen, () => both)
    },
    describe: (session) => describeServer(entry, session, io, { withOffers: true }),
    eras: isEraChosen && choice.era !== 'auto' ? [choice.era] : ['legacy', 'modern'],
    list: (asked) => asked,
    callTimeoutMs: isTimeoutChosen
      ? { first: choice.timeoutMs, later: choice.timeoutMs }
      : { first: FIRST_TIMEOUT_MS, later: LATER_TIMEOUT_MS },
    signal,
  }
}

/** The eras are those of the recording. What else it lists than tools may not have been asked for then. */
function inRecording(
  { eras }: RecordedCalls,
  { isEraChosen }: InitSettings,
  { era }: ServerChoice,
): Pick<LookOptions, 'list'> & Partial<LookOptions> {
  return {
    ...(isEraChosen && era !== 'auto' ? {} : { eras }),
    list: (asked) =>
      asked.catch((failure: unknown) => {
        if (failure instanceof UnderstudyError) return []
        throw failure
      }),
  }
}

/** A server that takes its time to start must not be taken for one of the legacy era: that it is silent for so long is rare. */
const PROBE_TIMEOUT_MS = 5_000

/** A first test that waits longer for one answer is nobody's first test; but a server may start a browser, once, before it answers. */
const FIRST_TIMEOUT_MS = 10_000
const LATER_TIMEOUT_MS = 2_000

/** Notes in `permitted` what may be called, and why. */
function callsOf(
  { tools: named, isCalling, copy }: InitSettings,
  policy: Policy,
  permitted: Map<string, Permission>,
): MakeCalls {
  return async (described, make) => {
    const { tools } = createRegistry([described], createSchemaCompiler())
    if (!isCalling) return
    for (const [name, permission] of chooseTools(tools, { named, policy, copy }))
      permitted.set(name, permission)
    await make({ kind: 'unknown-tool', tool: unknownName(tools), arguments: {} })
    for (const { name, definition, input } of tools)
      if (permitted.has(name) && input.kind === 'compiled')
        await callTool(name, { written: definition.inputSchema, compiled: input.schema }, make)
  }
}

/** Notes in `permitted` of which tools there are calls. */
function recordedCallsOf(
  { isCalling }: InitSettings,
  recorded: RecordedCalls,
  permitted: Map<string, Permission>,
): MakeCalls {
  return async (described, make) => {
    const { tools } = createRegistry([described], createSchemaCompiler())
    if (!isCalling) return
    for (const { tool } of recorded.calls)
      if (tools.some(({ name }) => name === tool)) permitted.set(tool, 'recorded')
    await makeRecordedCalls(recorded, tools, make)
  }
}

function unknownName(tools: readonly { readonly name: string }[]): string {
  const taken = new Set(tools.map(({ name }) => name))
  let name = 'no_such_tool'
  while (taken.has(name)) name += '_'
  return name
}
