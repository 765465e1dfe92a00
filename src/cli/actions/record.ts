/** Stands between a client and a server until one of them is gone, and records what they say. */
import { UsageError } from '../../base/index.js'
import { toolRef } from '../../call/index.js'
import { readPolicyFile, type ServerEntry, statedFootprints } from '../../config/index.js'
import type { ServerCopy } from '../../copy/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { exitCodeFor } from '../exit-code.js'
import type { HttpDoor } from '../http-serving.js'
import { recordFront } from '../record/record-front.js'
import { recordContainer, recordProcess } from '../record/record-pipes.js'
import { recordUrlOnStdio, recordUrlOverHttp } from '../record/record-url.js'
import type { HowToRecord, RecordedRun } from '../record/recorded-run.js'
import { summary } from '../record/summary.js'
import { describeRecordTarget, type RecordTarget, refuseStore } from '../record-target.js'
import { renderChanges } from '../render-changes.js'
import { openServerCopy } from '../server-in-copy.js'
import type { ServerChoice } from '../server-options.js'
import { HOW_TO_NAME_A_LIVE_SERVER, nameServers } from '../servers.js'
import { readSettings } from '../settings.js'
import { unknownEffectsNote } from '../unknown-effects.js'

export interface RecordSettings extends RecordTarget {
  /** Absent: the client is on standard input and output. */
  readonly listen?: HttpDoor
  /** An answer is handed on once it is stored. */
  readonly isDurable?: boolean
  /** What the project says about its recordings. */
  readonly settings?: string
  /** The file with the user's word on what tools do. */
  readonly policy?: string
}

/** Resolves with the exit code of the server; 3 when it ended well and not everything could be recorded. */
export async function record(
  settings: RecordSettings,
  choice: ServerChoice,
  io: DiscreetIo,
): Promise<number> {
  const entry = await theServer(choice, io)
  const { listen, isDurable = false, settings: file, policy: policyFile, ...target } = settings
  const project = await readSettings(file, io)
  const { redact } = project.recordings
  if (target.isOfCopy === true) refuseStore(target)
  await using copy = target.isOfCopy === true ? await openServerCopy(entry, project, io) : undefined
  const policy = policyFile === undefined ? {} : { policy: readPolicyFile(policyFile, io.cwd) }
  const startedMs = io.clock.monotonic()
  const { counts, exitCode } = await run(
    { entry, target, redact, ...policy, isDurable, stated: statedFootprints(project) },
    listen,
    copy,
    io,
  )
  if (copy !== undefined) {
    const { describeChanges } = await import('../../dryrun/index.js')
    const redactor = { text: (text: string) => io.redact(text) }
    const changes = describeChanges(await copy.changes({ everything: true }), { redactor })
    io.stderr(renderChanges(io.redact(changes)))
  }
  if (counts !== undefined) {
    const place = describeRecordTarget(target)
    io.stderr(summary(counts, { server: entry.name, place, tookMs: io.clock.monotonic() - startedMs }))
    io.stderr(unknownEffectsNote(counts.ofUnknownEffect.map((tool) => toolRef({ server: entry.name, tool }))))
  }
  if (exitCode !== 0) return exitCode
  return exitCodeFor({ unavailable: counts === undefined || counts.lost > 0 })
}

async function theServer(choice: ServerChoice, io: DiscreetIo): Promise<ServerEntry> {
  const { entries, findings } = await nameServers(choice, io, HOW_TO_NAME_A_LIVE_SERVER)
  const [entry, ...others] = entries
  if (entry !== undefined && others.length === 0) return entry
  throw new UsageError('USAGE', 'Cannot record more or fewer than one server', {
    hint:
      entries.length === 0
        ? `none can be used: ${findings.map(({ message }) => message).join('; ')}`
        : `choose one with --server: ${entries.map(({ name }) => name).join(', ')}`,
  })
}

function run(
  how: HowToRecord,
  listen: HttpDoor | undefined,
  copy: ServerCopy | undefined,
  io: DiscreetIo,
): Promise<RecordedRun> {
  const { launch } = how.entry
  if (launch.kind === 'cassette') throw notALiveServer()
  if (launch.kind === 'http') {
    if (listen === undefined) return recordUrlOnStdio(launch, how, io)
    refuseDoor(listen)
    return recordUrlOverHttp(launch, { ...how, listen }, io)
  }
  if (listen !== undefined) return recordFront(how, listen, io, copy)
  return launch.kind === 'stdio' ? recordProcess(launch, how, io, copy) : recordContainer(launch, how, io)
}

/** Who may come in there is the server's own affair: what it is asked with is passed on as it comes. */
function refuseDoor({ tokens, allowedHosts }: HttpDoor): void {
  const given = tokens !== undefined ? '--tokens' : allowedHosts.length > 0 ? '--allow-host' : undefined
  if (given === undefined) return
  throw new UsageError('USAGE', `Cannot use ${given} with a server at a URL: its own checks are passed on`, {
    hint: 'it belongs to --listen in front of a command or an image',
  })
}

function notALiveServer(): UsageError {
  return new UsageError('USAGE', 'Cannot record a recording: there is no server behind --cassette', {
    hint: 'understudy store export makes one of another',
  })
}
