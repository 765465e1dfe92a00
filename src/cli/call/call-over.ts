/** One call over a session that is open. */
import { isJsonObject, type JsonObject, printable, SessionError, UnderstudyError } from '../../base/index.js'
import { type Answer, chainAnswerers, isServerName, type ToolCall, toolRef } from '../../call/index.js'
import type { ServerEntry } from '../../config/index.js'
import type { ServerTools } from '../../registry/index.js'
import { liveAnswerer, type Session } from '../../session/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { ExitWith } from '../exit-code.js'
import { withProgress } from '../progress.js'

export interface CallTarget {
  readonly entry: ServerEntry
  /** Of the tool. */
  readonly name: string
  /** False for a tool whose server was not named, since there is only one. */
  readonly isServerNamed: boolean
}

/** A tool that the server does not list is called all the same. @throws ExitWith 1 for what goes wrong now that the server runs */
export async function callOver(
  session: Session,
  target: CallTarget,
  args: JsonObject,
  io: DiscreetIo,
): Promise<Answer> {
  const { entry, name } = target
  const listed = await listedTools(session, entry, io)
  if (listed !== undefined) await warnOfNames(target, listed, args, io)
  const chain = chainAnswerers([liveAnswerer(new Map([[entry.name, session]]))])
  const call: ToolCall = { n: 1, server: entry.name, tool: name, arguments: args, signal: io.signal }
  return await withProgress(io, `Calling ${toolRef(call)}`, () => chain(call)).catch(failedWhileRunning)
}

/** Undefined of a server, or a recording of one, that refuses to list them: a call needs no list. */
async function listedTools(
  session: Session,
  entry: ServerEntry,
  io: DiscreetIo,
): Promise<ServerTools | undefined> {
  try {
    return { server: entry.name, tools: await session.listTools({ signal: io.signal }) }
  } catch (failure) {
    if (!(failure instanceof SessionError) || failure.code !== 'RPC_ERROR') throw failure
    io.stderr(`Note: nobody knows which tools ${printable(entry.name)} has. ${printable(failure.message)}\n`)
    return undefined
  }
}

/** What checks names compiles every schema: it is loaded only where it may have something to say. */
async function warnOfNames(
  { entry: { name: server }, name, isServerNamed }: CallTarget,
  listed: ServerTools,
  args: JsonObject,
  io: DiscreetIo,
): Promise<void> {
  const tool = listed.tools.find((each) => each.name === name)
  if (isServerName(server) && tool !== undefined && areAsListed(args, tool.inputSchema)) return
  const { warnOfStrangeNames } = await import('./strange-names.js')
  warnOfStrangeNames({ server, tool: name, isServerNamed, args }, listed, io)
}

/** Seen at a glance: each is listed, and what is a text may be one. */
function areAsListed(args: JsonObject, { properties }: JsonObject): boolean {
  return Object.entries(args).every(([name, value]) => {
    const wanted = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
    return (
      isJsonObject(wanted) &&
      (typeof value === 'string' ? wanted.type === 'string' : typeof value !== 'object')
    )
  })
}

/** The server had started: what goes wrong now is its failure, not ours to start it. */
function failedWhileRunning(error: unknown): never {
  if (error instanceof UnderstudyError && error.name !== 'UsageError')
    throw new ExitWith({ failed: true }, error)
  throw error
}
