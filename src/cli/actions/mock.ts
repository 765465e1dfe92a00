/** Serves a mock of one server until the client is gone, or the user has enough. */
import { counted, defined, printable, readUserText, shorten, UsageError } from '../../base/index.js'
import { parseToolRef, type Stub, stubMismatch, type ToolCall } from '../../call/index.js'
import { parseStubsFile, principalIn } from '../../config/index.js'
import type { ServerTools } from '../../registry/index.js'
import { createSchemaCompiler } from '../../schema/index.js'
import { createMockServer, type MockCall, type MockServer } from '../../testing/mock/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { type ExitCode, exitCodeFor } from '../exit-code.js'
import type { ListenAddress } from '../listen-address.js'
import { withProgress } from '../progress.js'
import type { ServerChoice } from '../server-options.js'
import { askForTools, type NamedServers, nameServers } from '../servers.js'
import { readSettings, rehearsalSettings } from '../settings.js'
import { openStoreToRead } from '../stores.js'
import { withFrameTrace } from '../trace-file.js'
import { untilInterrupted } from '../until-interrupted.js'

export interface MockSettings {
  /** Files. */
  readonly stubs: readonly string[]
  readonly store?: string
  /** File. */
  readonly settings?: string
  /** True when stale recordings may answer. */
  readonly stale: boolean
  readonly servesWrites: boolean
  readonly seed: number
  readonly validate: boolean
  readonly unknown: 'error' | 'empty'
  /** Which server of the files with tools, where there are several. */
  readonly server?: string
  /** Absent: standard input and output. */
  readonly listen?: ListenAddress
}

export async function mock(settings: MockSettings, choice: ServerChoice, io: DiscreetIo): Promise<ExitCode> {
  const named = onlyServer(await nameServers(choice, io), settings)
  const stubs = settings.stubs.flatMap((file) =>
    parseStubsFile(readUserText(file, 'the stubs', io.cwd), file, createSchemaCompiler()),
  )
  const project = await readSettings(settings.settings, io)
  await using store = await openStoreToRead(settings.store, io)
  const tools = await askForList(named, choice, io)
  const { servesWrites, seed, validate, unknown, listen } = settings
  let unanswered = 0
  const server = createMockServer({
    ...tools,
    ...(await rehearsalSettings(project, settings.stale)),
    ...{ servesWrites, seed, validate, unknown, clock: io.clock },
    secrets: [...named.secrets, ...(project.recordings.redact.values ?? [])],
    stubs: stubsOf(tools.server, stubs, io),
    ...(store === undefined ? {} : { store, principal: principalIn(store, named) }),
    onCall: (call) => {
      if (call.answer?.source === 'unknown') unanswered++
      io.stderr(`${describeCall(io.redact(call))}\n`)
    },
  })
  for (const warning of server.warnings) io.stderr(`Warning: ${printable(warning)}\n`)
  await serve(server, listen === undefined ? { tools } : { tools, listen }, io)
  tellEnd(server, unanswered, io)
  return exitCodeFor({ failed: unanswered > 0 })
}

/** Before any server is started. */
function onlyServer(named: NamedServers, { server }: MockSettings): NamedServers {
  const { entries, listed } = named
  const chosen = server === undefined ? listed : listed.filter((each) => each.server === server)
  const all = [...entries.map(({ name }) => name), ...listed.map((each) => each.server)].map((name) =>
    printable(name),
  )
  if (entries.length + chosen.length === 1) return { ...named, listed: chosen }
  const what =
    server === undefined ? `${all.length} servers at once` : `"${printable(server)}": no file lists its tools`
  throw new UsageError('USAGE', `Cannot mock ${what}`, {
    hint: `choose one with --server: ${all.join(', ') || 'there is none'}`,
  })
}

async function askForList(named: NamedServers, choice: ServerChoice, io: DiscreetIo): Promise<ServerTools> {
  const { servers } = await withFrameTrace(choice, named, io, (trace) =>
    withProgress(io, 'Asking for tools', (tell) => askForTools(named, choice, io, trace, { tell })),
  )
  const [tools] = servers
  if (tools !== undefined) return tools
  throw new UsageError('USAGE', 'Cannot mock a server that lists no tools')
}

/** A file may have stubs of several servers. */
function stubsOf(server: string, stubs: readonly Stub[], io: DiscreetIo): readonly Stub[] {
  const own = stubs.filter(({ tool }) => parseToolRef(tool)?.server === server)
  const others = [...new Set(stubs.filter((stub) => !own.includes(stub)).map(({ tool }) => tool))]
  if (others.length > 0)
    io.stderr(
      `Note: the mock is called ${printable(server)}; stubs of other servers are left out: ${printable(others.join(', '))}\n`,
    )
  return own
}

/** Until the client is gone, or the user has enough. */
async function serve(
  server: MockServer,
  { tools, listen }: { readonly tools: ServerTools; readonly listen?: ListenAddress },
  io: DiscreetIo,
): Promise<void> {
  const interrupted = untilInterrupted(io.signal)
  const what = `Mocking ${printable(tools.server)} with ${counted(tools.tools.length, 'tool')}`
  if (listen === undefined) {
    await using served = server.serveStdio({ input: process.stdin, output: process.stdout })
    io.stderr(`${what} on standard input and output\n`)
    await Promise.race([served.ended, interrupted])
    return
  }
  await using served = await server.listen(listen)
  io.stderr(`${what} at ${served.url}\n`)
  io.stdout(`${served.url}\n`)
  await interrupted
}

function describeCall({ n, tool, arguments: args, answer }: MockCall): string {
  const given = args === undefined ? '' : ` ${JSON.stringify(args)}`
  const kind = answer?.outcome.kind === 'result' ? '' : ` (${answer?.outcome.kind})`
  const note = answer?.note === undefined ? '' : `: ${answer.note}`
  const line = `${n} ${tool}${shorten(given, 200)} <- ${answer?.source}${kind}${note}`
  return printable(line, { oneLine: true })
}

function tellEnd({ unusedStubs, calls }: MockServer, unanswered: number, io: DiscreetIo): void {
  const unused = unusedStubs.map(({ tool }) => tool).join(', ')
  if (unusedStubs.length > 0)
    io.stderr(`Note: ${counted(unusedStubs.length, 'stub')} answered no call: ${printable(unused)}\n`)
  for (const stub of unusedStubs) {
    const own = calls.flatMap((call) => toolCallOf(call, stub) ?? [])
    if (own.length > 0) io.stderr(`  ${printable(`${stub.tool}: ${stubMismatch(stub, own)}`)}\n`)
  }
  if (unanswered > 0) io.stderr(`${counted(unanswered, 'call')} had no answer\n`)
}

/** The call, if it is one of the stub's tool and came as far as the stubs. */
function toolCallOf({ n, tool, arguments: args, answer }: MockCall, stub: Stub): ToolCall | undefined {
  const ref = parseToolRef(stub.tool)
  const isRefused = answer?.source === 'schema' && answer.outcome.kind !== 'result'
  if (ref === undefined || ref.tool !== tool || isRefused) return undefined
  return { n, ...ref, ...defined({ arguments: args }) }
}
