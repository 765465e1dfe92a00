/** The same tests in every era and over every transport. */
import { describe } from 'vitest'
import { UsageError } from '../../base/index.js'
import { DEFAULT_ERA } from '../../protocol/index.js'
import type { ServerObject } from '../../transport/index.js'
import type { CassetteTarget, ClientOptions } from '../client/start-options.js'
import { type HttpServerOptions, startHttpServer } from '../fixtures/http-server.js'
import type { Project } from '../fixtures/project.js'
import {
  inProject,
  type ProjectCommand,
  type ProjectContainer,
  stagedServer,
  type WorkOptions,
  withProject,
} from './mcp-test.js'
import type { StagedServer, StagePlan } from './stage.js'
import type { McpTest, ScopeOptions } from './staged-test.js'

export type ServerTransport = 'stdio' | 'http' | 'in-process' | 'container' | 'recording'

/** A server, and each way there is to reach it. */
export interface ServerUnderTest extends Partial<ProjectCommand> {
  /** Stands in the titles of the tests. `command` and what belongs to it is the way over stdio. */
  readonly name: string
  /** The way over HTTP: a command that listens on the port it is told, or the URL of a server that runs already. */
  readonly http?: HttpCommand | HttpAddress
  /** The way in the same process. A function makes a server for each client; an object serves one at a time. */
  readonly server?: ServerObject
  /** The way into a container: `{ image }` or `{ build }`, with what else it takes. */
  readonly container?: ProjectContainer
  /** The way without the server: `{ cassette }`, a recording that stands in for it, with what else that takes. */
  readonly recording?: CassetteTarget
}

export interface HttpCommand extends Omit<HttpServerOptions, 'env' | 'clock'> {
  /** Tells the server its port and, if it wants to know it, the project; default `{ PORT: '4711' }`. */
  readonly env?: (port: number, project: Project | undefined) => Readonly<Record<string, string>>
}

export interface HttpAddress {
  readonly url: string | URL
  readonly headers?: Readonly<Record<string, string>>
}

export interface DescribeOptions extends ScopeOptions, WorkOptions, Omit<ClientOptions, 'era'> {
  /** Default: the legacy era alone. */
  readonly eras?: readonly ('legacy' | 'modern')[]
  /** Default: all that there is a way for. */
  readonly transports?: readonly ServerTransport[]
}

/** What a round of the tests is about. */
export interface Combination {
  readonly era: 'legacy' | 'modern'
  readonly transport: ServerTransport
}

/** What `describeServer` needs of the door: how a plan becomes a `test`. */
export type MakeTest = (plan: StagePlan, options: ScopeOptions) => McpTest

/**
 * Describes the server once for each era and transport, titled `weather · modern · stdio`. `body` declares the tests with the
 * `test` that it is given.
 * @throws UsageError USAGE for a transport that the server gives no way to, and for an empty list
 */
export function describeEach(
  makeTest: MakeTest,
  server: ServerUnderTest,
  { eras = [DEFAULT_ERA], transports, ...options }: DescribeOptions,
  body: (test: McpTest, combination: Combination) => void,
): void {
  const { scope, reset, vacuity, liveness, project, ...client } = options
  const ways = transports ?? TRANSPORTS.filter((transport) => wayTo(server, transport) !== undefined)
  const rounds = eras.flatMap((era) => ways.map((transport) => ({ era, transport })))
  if (rounds.length === 0)
    throw cannotDescribe(
      server,
      'there is no era or no transport',
      'give it a command, http, server, container or recording',
    )
  const planned = rounds.map((round) => {
    const openServer = wayTo(server, round.transport)
    if (openServer === undefined) throw noWay(server, round.transport)
    if (server.copy && !COPIED_WAYS.includes(round.transport)) throw notCopied(server, round.transport)
    const plan = { project, openServer: openServer({ ...client, era: round.era }) }
    // See scopeOf in mcp-test.ts.
    const isUnseen = round.transport === 'container' || Boolean(server.copy)
    const unseen = isUnseen ? ({ liveness: 'off' } as const) : {}
    // Made out here: vitest takes a fixture that a file shares nowhere else.
    return { round, test: makeTest(plan, { ...unseen, ...options }) }
  })
  for (const { round, test } of planned)
    describe(`${server.name} · ${round.era} · ${round.transport}`, () => {
      body(test, round)
    })
}

const TRANSPORTS: readonly ServerTransport[] = ['stdio', 'http', 'in-process', 'container', 'recording']

/** A recording has nothing that could last. */
const COPIED_WAYS: readonly ServerTransport[] = ['stdio', 'recording']

type Way = (client: ClientOptions) => StagePlan['openServer']

function wayTo(
  { name: _, http, server, container, recording, command, ...process }: ServerUnderTest,
  transport: ServerTransport,
): Way | undefined {
  switch (transport) {
    case 'stdio':
      return command === undefined
        ? undefined
        : (client) => (project) =>
            stagedServer(inProject({ ...process, command, ...client }, project), project)
    case 'http':
      return http === undefined ? undefined : 'url' in http ? address(http) : listener(http)
    case 'in-process':
      return server === undefined ? undefined : (client) => async () => staged({ server, ...client })
    case 'container':
      return container === undefined
        ? undefined
        : (client) => async (project) => staged(withProject({ ...container, ...client }, project))
    case 'recording':
      return recording === undefined ? undefined : (client) => async () => staged({ ...recording, ...client })
  }
}

function address(http: HttpAddress): Way {
  return (client) => async () => staged({ ...http, ...client })
}

function listener({ env, ...command }: HttpCommand): Way {
  return (client) => async (project) => {
    const server = await startHttpServer({
      ...(project === undefined ? {} : { workingDir: project.folder }),
      ...command,
      ...(env === undefined ? {} : { env: (port: number) => env(port, project) }),
    })
    return {
      start: { url: server.url, ...client },
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    }
  }
}

/** What ends with its client needs no end of its own. */
function staged(start: StagedServer['start']): StagedServer {
  return { start, [Symbol.asyncDispose]: async () => undefined }
}

function noWay(server: ServerUnderTest, transport: ServerTransport): UsageError {
  const options = { stdio: 'command', http: 'http', 'in-process': 'server' }
  const option = { ...options, container: 'container', recording: 'recording' }[transport]
  return cannotDescribe(server, `it gives no way over ${transport}`, `give it "${option}"`)
}

function notCopied(server: ServerUnderTest, transport: ServerTransport): UsageError {
  const what = `over ${transport} it runs outside of the copy that it is given`
  return cannotDescribe(server, what, "leave out copy, or say transports: ['stdio']")
}

function cannotDescribe({ name }: ServerUnderTest, reason: string, hint: string): UsageError {
  return new UsageError('USAGE', `Cannot describe "${name}": ${reason}`, { hint })
}
