/** One server of the official SDK, for one connection or one request; what they share is the desk. */
import {
  type McpServerFactory,
  ProtocolError,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server'
import type { Instruction } from '../library/index.js'
import { ENGINES } from '../routing/index.js'
import { callTool, INVALID_PARAMS, TOOLS } from './call-tool.js'
import type { Desk } from './desk.js'
import { ToolError } from './tool.js'

/** Makes servers in either era. `isKept`: whether a server is kept for as long as its client. */
export function createServerFactory(desk: Desk, { isKept }: { readonly isKept: boolean }): McpServerFactory {
  return () => {
    const session = { engine: ENGINES[0], isKept }
    const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} }
    const server = new Server(
      { name: 'instruction-router', version: '0.1.0' },
      { capabilities, instructions: INSTRUCTIONS },
    )
    server.setRequestHandler('tools/list', () => ({
      tools: TOOLS.map(({ tool: { call, ...tool } }) => tool),
    }))
    server.setRequestHandler('tools/call', ({ params }) =>
      callTool(params.name, params.arguments ?? {}, { desk, session }),
    )
    serveResources(server, desk)
    servePrompts(server, desk)
    return server
  }
}

const INTERNAL_ERROR = -32603
const PAGE = 200
const INSTRUCTIONS =
  'Call route_instructions with the words of the user before you start on a request, and follow the instructions that it gives. ' +
  'Read the whole text of one by get_instructions with exact_match and include_content, or as instruction://category/name.'

/** Each instruction is a resource. A URI is looked up among what was read, never on disk. */
function serveResources(server: Server, desk: Desk): void {
  const mimeType = 'text/markdown'
  server.setRequestHandler('resources/list', async ({ params }) => {
    const instructions = await readable(desk)
    const first = Number(params?.cursor ?? 0)
    if (!Number.isSafeInteger(first) || first < 0) throw new ProtocolError(INVALID_PARAMS, 'Invalid cursor')
    const page = instructions.slice(first, first + PAGE)
    const resources = page.map((each) => {
      const { id, title, description } = each
      return { uri: uriOf(each), name: id, title, description, mimeType }
    })
    const isLast = first + PAGE >= instructions.length
    return { resources, ...(isLast ? {} : { nextCursor: String(first + PAGE) }) }
  })
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'instruction://{category}/{name}', name: 'instruction', mimeType }],
  }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const found = (await readable(desk)).find((each) => uriOf(each) === uri)
    if (found === undefined) throw new ResourceNotFoundError(uri)
    return { contents: [{ uri, mimeType, text: found.body.trim() }] }
  })
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument, context } }) => {
    const category = context?.arguments?.category
    const all = ref.type === 'ref/resource' ? await readable(desk) : []
    const among = category === undefined ? all : all.filter((each) => each.category === category)
    const values = among.map((each) => (argument.name === 'category' ? each.category : each.name))
    const fitting = [...new Set(values)].filter((each) => each.startsWith(argument.value)).sort()
    return { completion: { values: fitting.slice(0, 100), total: fitting.length } }
  })
}

function uriOf({ category, name }: Instruction): string {
  return `instruction://${encodeURIComponent(category)}/${encodeURIComponent(name)}`
}

/** A prompt for each slash command; of two instructions that answer one command the first by id does. */
function servePrompts(server: Server, desk: Desk): void {
  const commands = async (): Promise<ReadonlyMap<string, Instruction>> =>
    new Map(
      [...(await readable(desk))]
        .reverse()
        .flatMap((each) => each.commands.map((command) => [command.slice(1), each] as const)),
    )
  server.setRequestHandler('prompts/list', async () => ({
    prompts: [...(await commands())].map(([name, { title, description }]) => ({
      name,
      title,
      description,
      arguments: [{ name: 'about', description: 'what it is about, in a few words', required: false }],
    })),
  }))
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: { about = '' } = {} } }) => {
    const found = (await commands()).get(name.replace(/^\//, '').toLowerCase())
    if (found === undefined) throw new ProtocolError(INVALID_PARAMS, `Unknown prompt: ${name.slice(0, 100)}`)
    const text = `Follow this instruction${about === '' ? '' : ` about: ${about}`}\n\n${found.body.trim()}\n`
    return { description: found.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
  })
}

/** Requests that are no calls of tools have no way to say no but an error of the protocol. */
async function readable(desk: Desk): Promise<readonly Instruction[]> {
  try {
    return (await desk.catalogue()).instructions
  } catch (failure) {
    throw failure instanceof ToolError ? new ProtocolError(INTERNAL_ERROR, failure.message) : failure
  }
}
