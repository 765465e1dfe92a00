/** Starts a server, makes one real call, shows and records what comes back. */
import { type JsonObject, printable, UnderstudyError, UsageError } from '../../base/index.js'
import {
  type Answer,
  chainAnswerers,
  outcomeText,
  outcomeValue,
  parseToolRef,
  type ToolCall,
  toolRef,
} from '../../call/index.js'
import { readPolicyFile, type ServerEntry, type Settings } from '../../config/index.js'
import type { Recorder, RecordingStore } from '../../recording/index.js'
import type { Redactor } from '../../recording/redaction/index.js'
import type { ServerTools } from '../../registry/index.js'
import { liveAnswerer } from '../../session/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, ExitWith } from '../exit-code.js'
import { withProgress } from '../progress.js'
import type * as RecordingOfServer from '../recording-of-server.js'
import type { ServerChoice } from '../server-options.js'
import { describeServer, type NamedServers, nameServers, startServer } from '../servers.js'
import { captureRedactor, readSettings } from '../settings.js'
import { openStoreToWrite } from '../stores.js'
import { type FrameTrace, withFrameTrace } from '../trace-file.js'

export interface CallSettings {
  /** `SERVER:TOOL`, or a tool of the only server. */
  readonly tool: string
  readonly arguments: JsonObject
  readonly format: 'text' | 'json'
  /** A path, or true for the default one; absent: the answer is not recorded. */
  readonly store?: string | true
  /** The settings file; absent: the one of the working folder, if there is one. */
  readonly settings?: string
  /** The file with the user's word on what tools do. */
  readonly policy?: string
}

export async function callTool(
  settings: CallSettings,
  choice: ServerChoice,
  io: DiscreetIo,
): Promise<ExitCode> {
  if (choice.toolFiles.length > 0) {
    throw new UsageError('USAGE', 'Cannot call a tool of a file: there is no server behind --tools')
  }
  const named = await nameServers(choice, io)
  const target = pickTool(settings.tool, named)
  await using store = settings.store === undefined ? undefined : await openStoreToWrite(settings.store, io)
  let isLost = false
  const project = await readSettings(settings.settings, io)
  const onFailure = (reason: string): void => {
    isLost = true
    io.stderr(`Warning: the answer was not recorded. ${printable(reason)}\n`)
  }
  const policy = settings.policy === undefined ? {} : { policy: readPolicyFile(settings.policy, io.cwd) }
  const recorder =
    store &&
    (await recorderOf(target.entry, {
      ...{ store, io, onFailure, ...policy, beside: await besideOf(target.entry, named) },
      redactor: redactorOf(named, store, project),
    }))
  const answer = await withFrameTrace(choice, named, io, (trace) =>
    callOnce(target, settings, { choice, recorder, io, trace }),
  ).finally(() => recorder?.settled())
  if (settings.format === 'json') io.stdoutJson({ ...answer.outcome, source: answer.provenance.source })
  else io.stdout(renderText(io.redact(answer)))
  if (answer.outcome.kind !== 'result') return 1
  return isLost ? 3 : 0
}

/** Loaded only where there is more than one server. */
async function besideOf(entry: ServerEntry, { entries }: NamedServers): Promise<readonly string[]> {
  if (entries.length < 2) return []
  const { serversBeside } = await import('../../gateway/upstreams/starting/index.js')
  return serversBeside(entry, entries)
}

interface CallTarget {
  readonly entry: ServerEntry
  /** Of the tool. */
  readonly name: string
  /** False for a tool whose server was not named, since there is only one. */
  readonly isServerNamed: boolean
}

interface CallSurroundings {
  readonly choice: ServerChoice
  readonly recorder: Recorder | undefined
  readonly io: DiscreetIo
  readonly trace: FrameTrace | undefined
}

async function callOnce(
  target: CallTarget,
  settings: CallSettings,
  surroundings: CallSurroundings,
): Promise<Answer> {
  const { entry, name } = target
  const { choice, recorder, io, trace } = surroundings
  const tapped = recorder === undefined ? trace : await recorded(recorder, trace)
  await using session = await withProgress(io, `Starting ${entry.name}`, () =>
    startServer(entry, choice, io, tapped),
  )
  await warnOfMissingTool(target, await describeServer(entry, session, io), io)
  const chain = chainAnswerers([liveAnswerer(new Map([[entry.name, session]]))])
  const call: ToolCall = {
    n: 1,
    server: entry.name,
    tool: name,
    arguments: settings.arguments,
    signal: io.signal,
  }
  return await withProgress(io, `Calling ${toolRef(call)}`, () => chain(call)).catch(failedWhileRunning)
}

/** `SERVER:TOOL`; a bare name belongs to the only server. Names of tools may hold colons, names of servers do not. */
function pickTool(text: string, { entries }: NamedServers): CallTarget {
  const ref = parseToolRef(text)
  const named = entries.find(({ name }) => name === ref?.server)
  if (ref !== undefined && named !== undefined) return { entry: named, name: ref.tool, isServerNamed: true }
  const [only, ...others] = entries
  if (only !== undefined && others.length === 0) return { entry: only, name: text, isServerNamed: false }
  throw new UsageError('USAGE', `Cannot tell which server "${text}" belongs to`, {
    hint: `write SERVER:TOOL; the servers are ${entries.map(({ name }) => name).join(', ') || 'none'}`,
  })
}

/**
 * The call is made all the same: what the server says counts.
 * @throws UsageError when the name looks like that of a tool of another server
 */
async function warnOfMissingTool(
  { entry: { name: server }, name: tool, isServerNamed }: CallTarget,
  listed: ServerTools,
  io: DiscreetIo,
): Promise<void> {
  // The registry compiles every schema: it is loaded only where it has something to say.
  const isUsable = server !== '' && !server.includes(':')
  if (isUsable && listed.tools.some(({ name }) => name === tool)) return
  const { createRegistry } = await import('../../registry/index.js')
  const { createSchemaCompiler } = await import('../../schema/index.js')
  const lookup = createRegistry([listed], createSchemaCompiler()).find(server, tool)
  if (lookup.kind === 'found') return
  if (!isServerNamed && parseToolRef(tool) !== undefined) {
    throw new UsageError('USAGE', `Cannot tell which server "${tool}" belongs to`, {
      hint: `the only server is ${server}, which lists no such tool; to call it all the same write ${server}:${tool}`,
    })
  }
  const meant = lookup.didYouMean.length === 0 ? '' : `; did you mean ${lookup.didYouMean.join(' or ')}?`
  io.stderr(`Note: ${printable(server)} lists no tool ${JSON.stringify(tool)}${printable(meant)}\n`)
}

/** Loaded only where the answer is recorded. */
async function recorderOf(...given: Parameters<typeof RecordingOfServer.recorderOf>): Promise<Recorder> {
  const { recorderOf } = await import('../recording-of-server.js')
  return recorderOf(...given)
}

/** Both listen to what goes over the wire. */
async function recorded(recorder: Recorder, trace: FrameTrace | undefined): Promise<Pick<FrameTrace, 'tap'>> {
  const { recordEvents } = await import('../../recording/index.js')
  const record = recordEvents(recorder)
  return {
    tap(server) {
      const write = trace?.tap(server)
      return (event) => {
        record(event)
        write?.(event)
      }
    },
  }
}

function redactorOf({ secrets }: NamedServers, store: RecordingStore, project: Settings): () => Redactor {
  const redactor = captureRedactor(store, secrets, project.recordings.redact)
  return () => redactor
}

/** The server had started: what goes wrong now is its failure, not ours to start it. */
function failedWhileRunning(error: unknown): never {
  if (error instanceof UnderstudyError && error.name !== 'UsageError') throw new ExitWith(1, error)
  throw error
}

function renderText({ outcome }: Answer): string {
  if (outcome.kind === 'rpc-error') return `Protocol error ${outcome.code}: ${printable(outcome.message)}\n`
  const value = outcomeValue(outcome)
  const text = outcomeText(outcome)
  const shown = text === '' ? JSON.stringify(value, null, 2) : text
  return `${outcome.kind === 'tool-error' ? 'Tool error: ' : ''}${printable(shown)}\n`
}
