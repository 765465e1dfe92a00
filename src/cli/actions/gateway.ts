/** Serves a gateway until its client is gone, or the user has enough. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { printable, readUserFile } from '../../base/index.js'
import { identifyClient, principalOf, readClients, refuseOpenDoor } from '../../gateway/clients/index.js'
import { createGateway, type Gateway, type GatewayMode, type GatewayOptions } from '../../gateway/index.js'
import { openTracer } from '../../gateway/tracing/index.js'
import { secretValues } from '../../recording/redaction/index.js'
import { DEFAULT_STORE, isPostgresUrl } from '../../recording/store-name.js'
import { type HttpServing, serveHttp, serveStdio } from '../../server/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import type { ExitCode } from '../exit-code.js'
import type { ListenAddress } from '../listen-address.js'
import { settingsFile } from '../settings.js'

export interface GatewaySettings
  extends Pick<GatewayOptions, 'only' | 'toolNames' | 'listing' | 'era' | 'timeoutMs'> {
  readonly mode: GatewayMode
  readonly config?: string
  /** A path or URL, or true for the default store. */
  readonly store?: string | true
  readonly policy?: string
  readonly lock?: string
  readonly stubs?: string
  readonly settings?: string
  /** Absent: standard input and output. */
  readonly http?: ListenAddress & {
    readonly tokens?: string
    readonly allowedHosts: readonly string[]
    readonly isStateless: boolean
  }
}

export async function serveGateway(settings: GatewaySettings, io: DiscreetIo): Promise<ExitCode> {
  const { http, store: _, settings: chosen, ...options } = settings
  // Whatever is wrong with HTTP is told before a server is started.
  const serving = http === undefined ? undefined : readServing(http, io)
  const store = storeOf(settings, io)
  if (store !== undefined) io.keepSecret(secretValues({ store }))
  const project = settingsFile(chosen, io)
  const warn = (message: string): void => io.stderr(`Warning: ${printable(message)}\n`)
  await using tracer = await openTracer(io.env, warn)
  await using gateway = await createGateway({
    ...options,
    ...(store === undefined ? {} : { store }),
    ...(project === undefined ? {} : { settings: project }),
    ...(tracer === undefined ? {} : { tracer }),
    principalOf,
    onWarning: warn,
    env: io.env,
    cwd: io.cwd,
    signal: io.signal,
  })
  await serve(gateway, serving, (where) => io.stderr(opening(gateway, where, store)), io.signal)
  return 0
}

/** Who may come in, and by which names of this host. */
function readServing(http: NonNullable<GatewaySettings['http']>, io: DiscreetIo): HttpServing {
  const { host, port, tokens, allowedHosts, isStateless } = http
  refuseOpenDoor(host, tokens !== undefined)
  // Calls may take long, and connections break: a client can come back for its answer.
  const profile: Pick<HttpServing, 'profile'> = {
    profile: { sessions: !isStateless, form: 'resumable', retryMs: 500 },
  }
  // An address for every network is no name of this host.
  const own =
    host === undefined || host === '0.0.0.0' || host === '::' ? [] : [host.includes(':') ? `[${host}]` : host]
  const names = allowedHosts.length === 0 ? {} : { allowedHosts: [...allowedHosts, ...own] }
  const at = { port, ...(host === undefined ? {} : { host }) }
  if (tokens === undefined) return { ...at, ...names, ...profile }
  const text = readUserFile(tokens, 'the tokens', io.cwd).toString('utf8')
  const { clients, secrets } = readClients(text, tokens, io.env)
  io.keepSecret(secrets)
  return { ...at, ...names, ...profile, identify: identifyClient(clients) }
}

/** Recording makes the default store; the other modes that read use it where it exists. */
function storeOf({ store, mode }: GatewaySettings, { cwd }: DiscreetIo): string | undefined {
  if (store !== undefined) return store === true ? DEFAULT_STORE : store
  if (mode === 'record') return DEFAULT_STORE
  const isRead = mode === 'dry' || mode === 'replay'
  return isRead && existsSync(resolve(cwd, DEFAULT_STORE)) ? DEFAULT_STORE : undefined
}

async function serve(
  { service }: Gateway,
  serving: HttpServing | undefined,
  tellOpen: (where: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const interrupted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
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
