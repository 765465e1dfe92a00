/** One call over a session that is open. */
import {
  type JsonObject,
  orDidYouMean,
  printable,
  SessionError,
  UnderstudyError,
  UsageError,
} from '../../base/index.js'
import { type Answer, chainAnswerers, parseToolRef, type ToolCall, toolRef } from '../../call/index.js'
import type { ServerEntry } from '../../config/index.js'
import type { ServerTools } from '../../registry/index.js'
import { liveAnswerer, type Session } from '../../session/index.js'
import type { DiscreetIo } from '../discreet-io.js'
import { ExitWith } from '../exit-code.js'
import { withProgress } from '../progress.js'
import { describeServer } from '../servers.js'

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
  if (listed !== undefined) await warnOfMissingTool(target, listed, io)
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
    return await describeServer(entry, session, io)
  } catch (failure) {
    if (!(failure instanceof SessionError) || failure.code !== 'RPC_ERROR') throw failure
    io.stderr(`Note: nobody knows which tools ${printable(entry.name)} has. ${printable(failure.message)}\n`)
    return undefined
  }
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
  const meant = orDidYouMean(lookup.didYouMean)
  io.stderr(`Note: ${printable(server)} lists no tool ${JSON.stringify(tool)}${printable(meant)}\n`)
}

/** The server had started: what goes wrong now is its failure, not ours to start it. */
function failedWhileRunning(error: unknown): never {
  if (error instanceof UnderstudyError && error.name !== 'UsageError')
    throw new ExitWith({ failed: true }, error)
  throw error
}
