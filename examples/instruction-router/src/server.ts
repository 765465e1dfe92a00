/** One server of the official SDK, for one connection or one request; what they share is the service. */
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  McpServer,
  ProtocolError,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import type { Instruction } from './instruction.js'
import { ENGINES } from './router.js'
import type { Service } from './service.js'
import { ToolError } from './tool.js'
import { addAboutTools, addFindingTools } from './tools.js'

const HINT =
  'Call route_instructions with the words of the user before you start on a request, and follow the instructions that it gives. ' +
  'Read the whole text of one by get_instructions with exact_match and include_content, or as instruction://category/name.'

/** A server in either era. `isKept`: whether it is kept for as long as its client. */
export function createServer(service: Service, isKept: boolean): McpServer {
  const session = { engine: ENGINES[0], isKept }
  const capabilities = { tools: { listChanged: false }, resources: { listChanged: false } }
  const about = { name: 'instruction-router', version: '0.1.0' }
  const server = new McpServer(about, { capabilities, instructions: HINT })
  addFindingTools(server, service, session)
  addAboutTools(server, service, session)
  addResources(server, service)
  addPrompts(server, service)
  return server
}

/** Each instruction is a resource. A URI is looked up among what was read, never on disk. */
function addResources(server: McpServer, service: Service): void {
  const mimeType = 'text/markdown'
  const list = async () => {
    const all = await readable(service)
    return {
      resources: all.map(({ id: name, title, description, uri }) => ({ uri, name, title, description })),
    }
  }
  const template = new ResourceTemplate('instruction://{category}/{name}', { list })
  server.registerResource('instruction', template, { mimeType }, async ({ href }) => {
    const found = (await readable(service)).find(({ uri }) => uri === href)
    if (found === undefined) throw new ResourceNotFoundError(href)
    return { contents: [{ uri: href, mimeType, text: found.body.trim() }] }
  })
}

/** A prompt for each slash command, as the files are now; of two that answer one command the first by id does. */
function addPrompts({ server }: McpServer, service: Service): void {
  const commands = async (): Promise<ReadonlyMap<string, Instruction>> => {
    const backwards = [...(await readable(service))].reverse()
    return new Map(
      backwards.flatMap((each) => each.commands.map((command) => [command.slice(1), each] as const)),
    )
  }
  const about = { name: 'about', description: 'what it is about, in a few words', required: false }
  server.registerCapabilities({ prompts: {} })
  server.setRequestHandler('prompts/list', async () => {
    const prompts = [...(await commands())].map(([name, { title, description }]) => ({
      name,
      title,
      description,
    }))
    return { prompts: prompts.map((prompt) => ({ ...prompt, arguments: [about] })) }
  })
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: { about = '' } = {} } }) => {
    const found = (await commands()).get(name.replace(/^\//, '').toLowerCase())
    if (found === undefined) throw new ProtocolError(INVALID_PARAMS, `Unknown prompt: ${name.slice(0, 100)}`)
    const text = `Follow this instruction${about === '' ? '' : ` about: ${about}`}\n\n${found.body.trim()}\n`
    return { description: found.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
  })
}

/** Requests that are no calls of tools have no way to say no but an error of the protocol. */
async function readable({ library }: Service): Promise<readonly Instruction[]> {
  const catalogue = await library.current().catch((failure: unknown) => {
    throw failure instanceof ToolError ? new ProtocolError(INTERNAL_ERROR, failure.message) : failure
  })
  return catalogue.instructions
}
