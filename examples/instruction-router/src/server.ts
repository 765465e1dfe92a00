/** One server of the official SDK, for one connection or one request; what they share is the service. */
import {
  INVALID_PARAMS,
  McpServer,
  ProtocolError,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { ENGINES } from './router.js'
import type { Service } from './service.js'
import { addAboutTools, addFindingTools } from './tools.js'

const HINT =
  'Call route_instructions with the words of the user before you start on a request, and follow the instructions that it gives. ' +
  'Read the whole text of one by get_instructions with exact_match and include_content, or as instruction://category/name.'

/** A server in either era. `isKept`: whether it is kept for as long as its client. */
export function createServer(service: Service, isKept: boolean): McpServer {
  const session = { engine: ENGINES[0], isKept }
  const capabilities = { tools: { listChanged: false }, resources: { listChanged: false }, prompts: {} }
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
    const { instructions: all } = await service.library.current()
    const resources = all.map(({ id: name, title, description, uri }) => ({ uri, name, title, description }))
    return { resources }
  }
  const template = new ResourceTemplate('instruction://{category}/{name}', { list })
  server.registerResource('instruction', template, { mimeType }, async ({ href }) => {
    const found = (await service.library.current()).instructions.find(({ uri }) => uri === href)
    if (found === undefined) throw new ResourceNotFoundError(href)
    return { contents: [{ uri: href, mimeType, text: found.body.trim() }] }
  })
}

/** A prompt for each slash command, as the files are now. */
function addPrompts({ server }: McpServer, service: Service): void {
  const about = { name: 'about', description: 'what it is about, in a few words', required: false }
  server.setRequestHandler('prompts/list', async () => {
    const { commands } = await service.library.current()
    const prompts = [...commands].map(([command, { title, description }]) => {
      return { name: command.slice(1), title, description, arguments: [about] }
    })
    return { prompts }
  })
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: { about = '' } = {} } }) => {
    const { commands } = await service.library.current()
    const found = commands.get(name.toLowerCase().replace(/^\/?/, '/'))
    if (found === undefined) throw new ProtocolError(INVALID_PARAMS, `Unknown prompt: ${name.slice(0, 100)}`)
    const text = `Follow this instruction${about === '' ? '' : ` about: ${about}`}\n\n${found.body.trim()}\n`
    return { description: found.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
  })
}
