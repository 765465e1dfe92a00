/** Serves a gateway until its client is gone, or the user has enough. */
import { dirname, join } from 'node:path'
import { defined, printable, UsageError } from '../../base/index.js'
import { parseRate } from '../../config/index.js'
import type { GatewayMode } from '../../gateway/choices/index.js'
import { principalOf } from '../../gateway/clients/index.js'
import { createGateway, type Gateway, type GatewayOptions } from '../../gateway/index.js'
import { openTracer } from '../../gateway/tracing/index.js'
import { DEFAULT_JOURNAL, journalBeside } from '../../journal/index.js'
import { secretValues } from '../../recording/redaction/index.js'
import { isPostgresUrl } from '../../recording/store-name.js'
import { type HttpServing, serveHttp, serveStdio } from '../../server/index.js'
import { completeInputs } from '../config-inputs.js'
import type { DiscreetIo } from '../discreet-io.js'
import { openGatewayStore } from '../gateway-store.js'
import { type HttpDoor, readServing } from '../http-serving.js'
import { applyInOwnProcess } from '../rehearsals/apply-in-own-process.js'
import { settingsFile, settingsTrust } from '../settings.js'
import { untilInterrupted } from '../until-interrupted.js'

export interface GatewaySettings
  extends Pick<
    GatewayOptions,
    | 'only'
    | 'toolNames'
    | 'listing'
    | 'copy'
    | 'spareCopies'
    | 'era'
    | 'patienceMs'
    | 'timeoutMs'
    | 'approvalTimeoutMs'
    | 'journalKey'
    | 'verifyKey'
    | 'rehearsals'
  > {
  readonly mode: GatewayMode
  readonly config?: string
  readonly inputs: Readonly<Record<string, string>>
  /** A path or URL; true for the default store, false for none. Default: real calls are recorded in the default one. */
  readonly store?: string | boolean
  /** Whether the person at a client that rehearses is asked to have it done for real. */
  readonly asksToApply?: boolean
  /** A path or URL; true for the one beside the recordings. */
  readonly journal?: string | true
  readonly policy?: string
  readonly lock?: string
  readonly stubs?: string
  readonly settings?: string
  /** Of every server of which the settings say nothing else. */
  readonly concurrency?: number
  /** As it was written. */
  readonly rate?: string
  /** Absent: standard input and output. */
  readonly http?: HttpDoor & { readonly isStateless: boolean }
}

export async function serveGateway(settings: GatewaySettings, io: DiscreetIo): Promise<void> {
  const { http, store: _, settings: chosen, concurrency, rate, journal, asksToApply, ...options } = settings
  // Whatever is wrong with HTTP is told before a server is started.
  const serving = http === undefined ? undefined : servingOf(http, io)
  const limits = readLimits(concurrency, rate)
  const project = settingsFile(chosen, io)
  const warn = (message: string): void => io.stderr(`Warning: ${printable(message)}\n`)
  await using recordings = await openGatewayStore(settings, io, warn)
  const { store } = recordings
  await using tracer = await openTracer(io.env, warn)
  const { config, only = [] } = settings
  const inputs = config === undefined ? {} : await completeInputs(config, { ...settings, only }, io)
  await using gateway = await createGateway({
    ...{ ...options, limits, inputs },
    ...defined({ store }),
    ...(journal === undefined && !keepsRehearsals(settings) ? {} : { runJournal: journalName(settings, io) }),
    ...(project === undefined
      ? {}
      : { settings: project, trustsSettings: settingsTrust(chosen, project, io) }),
    ...(asksToApply === true
      ? { applyRehearsal: applyInOwnProcess(journalName(settings, io), settings.journalKey, io) }
      : {}),
    ...defined({ tracer }),
    principalOf,
    onWarning: warn,
    env: io.env,
    cwd: io.cwd,
    signal: io.signal,
  })
  await serve(gateway, serving, (where) => io.stderr(opening(gateway, where, recordings.name)), io.signal)
}

/** Calls of a client in its rehearsal outlive the gateway in any case: a person applies them later. */
function keepsRehearsals({ mode, copy, rehearsals }: GatewaySettings): boolean {
  return mode === 'dry' && copy !== 'never' && rehearsals !== false
}

/** Beside the recordings, or beside where they would be. */
function journalName({ journal, store, config }: GatewaySettings, io: DiscreetIo): string {
  const name =
    typeof journal === 'string'
      ? journal
      : typeof store === 'string'
        ? journalBeside(store)
        : join(config === undefined ? '' : dirname(config), DEFAULT_JOURNAL)
  io.keepSecret(secretValues({ journal: name }))
  return name
}

function servingOf(http: NonNullable<GatewaySettings['http']>, io: DiscreetIo): HttpServing {
  // Calls may take long, and connections break: a client can come back for its answer.
  const profile = { sessions: !http.isStateless, form: 'resumable', retryMs: 500 } as const
  return { ...readServing(http, io), profile }
}

function readLimits(
  concurrency: number | undefined,
  rateText: string | undefined,
): NonNullable<GatewayOptions['limits']> {
  const rate = rateText === undefined ? undefined : parseRate(rateText)
  if (rateText !== undefined && rate === undefined)
    throw new UsageError('USAGE', `Cannot use --rate ${JSON.stringify(rateText)}: it is no rate`, {
      hint: 'write so many calls in so much time, such as 10/s or 100/10m',
    })
  return defined({ concurrency, rate })
}

async function serve(
  { service }: Gateway,
  serving: HttpServing | undefined,
  tellOpen: (where: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const interrupted = untilInterrupted(signal)
  if (serving === undefined) {
    await using served = serveStdio(service, { input: process.stdin, output: process.stdout })
    tellOpen('over standard input and output')
    await Promise.race([served.ended, interrupted])
    return
  }
  await using served = await serveHttp(service, serving)
  tellOpen(`at ${served.url}`)
  await interrupted
}

function opening({ mode, health }: Gateway, where: string, store: string | undefined): string {
  const names = health()
    .map(({ server }) => printable(server))
    .join(', ')
  const recordings =
    store === undefined
      ? 'nothing is recorded'
      : `recordings ${mode === 'dry' || mode === 'replay' ? 'are in' : 'go to'} ${isPostgresUrl(store) ? 'PostgreSQL' : printable(store)}`
  return `Serving ${names} in mode ${mode} ${where}; ${recordings}\n`
}
