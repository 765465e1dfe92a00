/** Starts a server, makes one real call, shows and records what comes back. */

import { type JsonObject, printable, UsageError } from '../../base/index.js'
import { type Answer, parseToolRef } from '../../call/index.js'
import type { ServerEntry, Settings } from '../../config/index.js'
import type { StatedFootprint } from '../../effects/index.js'
import type { Policy } from '../../policy/index.js'
import type { Recorder, RecordingStore } from '../../recording/index.js'
import type { Redactor } from '../../recording/redaction/index.js'
import { captureRedactor } from '../../recording/redaction/index.js'
import type { TapEvent } from '../../transport/index.js'
import { type CallTarget, callOver } from '../call/call-over.js'
import { renderAnswer } from '../call/render-answer.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import { withProgress } from '../progress.js'
import type * as RecordingOfServer from '../recording-of-server.js'
import type { ServerChoice } from '../server-options.js'
import { type NamedServers, nameServers, startServer } from '../servers.js'
import { readSettings } from '../settings.js'
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
  /** In a throwaway copy of this machine. */
  readonly copy: boolean
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
  if (settings.copy) return inCopy(target, settings, choice, named, io)
  await using store = settings.store === undefined ? undefined : await openStoreToWrite(settings.store, io)
  let isLost = false
  const project = await readSettings(settings.settings, io)
  const onFailure = (reason: string): void => {
    isLost = true
    io.stderr(`Warning: the answer was not recorded. ${printable(reason)}\n`)
  }
  const policy = settings.policy === undefined ? {} : { policy: await readPolicy(settings.policy, io) }
  const recorder =
    store &&
    (await recorderOf(target.entry, {
      ...{
        store,
        io,
        onFailure,
        ...policy,
        stated: await statedIn(project),
        beside: await besideOf(target.entry, named),
      },
      redactor: redactorOf(named, store, project),
    }))
  const answer = await withFrameTrace(choice, named, io, (trace) =>
    callOnce(target, settings, { choice, recorder, io, trace }),
  ).finally(() => recorder?.settled())
  if (settings.format === 'json') io.stdoutJson({ ...answer.outcome, source: answer.provenance.source })
  else io.stdout(renderAnswer(io.redact(answer)))
  return exitCodeFor({ failed: answer.outcome.kind !== 'result', unavailable: isLost })
}

/** What a copy says is no recording: its ids and times are its own. */
async function inCopy(
  target: CallTarget,
  settings: CallSettings,
  choice: ServerChoice,
  named: NamedServers,
  io: DiscreetIo,
): Promise<ExitCode> {
  if (settings.store !== undefined)
    throw new UsageError('USAGE', 'Cannot record what a copy answers: --store and --copy are given', {
      hint: 'its ids and times are of the copy alone; leave out one of the two',
    })
  const project = await readSettings(settings.settings, io)
  const { callInCopy } = await import('../call/call-in-copy.js')
  return withFrameTrace(choice, named, io, (trace) =>
    callInCopy(target, settings, { choice, project, io, trace }),
  )
}

/** Loaded only where there is more than one server. */
async function besideOf(entry: ServerEntry, { entries }: NamedServers): Promise<readonly string[]> {
  if (entries.length < 2) return []
  const { serversBeside } = await import('../../launch/index.js')
  return serversBeside(entry, entries)
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
  const { entry } = target
  const { choice, recorder, io, trace } = surroundings
  const tapped = recorder === undefined ? trace : await recorded(recorder, trace)
  await using session = await withProgress(io, `Starting ${entry.name}`, () =>
    startServer(entry, choice, io, tapped),
  )
  return await callOver(session, target, settings.arguments, io)
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

/** Loaded only where there is one. */
async function readPolicy(file: string, io: DiscreetIo): Promise<Policy> {
  const { readPolicyFile } = await import('../../config/index.js')
  return readPolicyFile(file, io.cwd)
}

/** What the settings say that tools do. */
async function statedIn(project: Settings): Promise<readonly StatedFootprint[]> {
  const { statedFootprints } = await import('../../config/index.js')
  return statedFootprints(project)
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
      return (event: TapEvent, text?: string) => {
        record(event, text)
        write?.(event)
      }
    },
  }
}

function redactorOf({ secrets }: NamedServers, store: RecordingStore, project: Settings): () => Redactor {
  const redactor = captureRedactor(store, secrets, project.recordings.redact)
  return () => redactor
}
