/** One server of the official SDK, for one connection or one request; what they share is the desk. */
import {
  type McpServerFactory,
  ProtocolError,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server'
import { createToolCaller, TOOLS } from './call-tool.js'
import { createSessionEngine, type Desk } from './desk.js'
import { commandPrompts, fillPrompt } from './prompts.js'
import { completions, findByUri, resourcePage, TEMPLATE } from './resources.js'
import { ToolError } from './tool-error.js'

/** Makes servers in either era. `isSession`: whether a server is kept for as long as its client. */
export function createServerFactory(desk: Desk, options: { readonly isSession: boolean }): McpServerFactory {
  const callTool = createToolCaller()
  return () => {
    const engine = createSessionEngine(options.isSession)
    const server = new Server(
      { name: 'instruction-router', version: '0.1.0' },
      {
        capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
        instructions: INSTRUCTIONS,
      },
    )
    const catalogue = () => readable(desk)

    server.setRequestHandler('tools/list', () => ({ tools: TOOLS.map(({ call, ...tool }) => tool) }))
    server.setRequestHandler('tools/call', ({ params }) =>
      callTool(params.name, params.arguments ?? {}, { desk, engine }),
    )
    server.setRequestHandler('resources/list', async ({ params }) => {
      const page = resourcePage(await catalogue(), params?.cursor)
      if (page === undefined) throw new ProtocolError(INVALID_PARAMS, 'Invalid cursor')
      return { ...page }
    })
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [TEMPLATE] }))
    server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
      const instruction = findByUri(await catalogue(), uri)
      if (instruction === undefined) throw new ResourceNotFoundError(uri)
      return { contents: [{ uri, mimeType: 'text/markdown', text: instruction.body.trim() }] }
    })
    server.setRequestHandler('prompts/list', async () => ({
      prompts: [...commandPrompts(await catalogue())],
    }))
    server.setRequestHandler('prompts/get', async ({ params }) => {
      const filled = fillPrompt(await catalogue(), params.name, params.arguments?.about)
      if (filled === undefined)
        throw new ProtocolError(INVALID_PARAMS, `Unknown prompt: ${params.name.slice(0, 100)}`)
      return { ...filled }
    })
    server.setRequestHandler('completion/complete', async ({ params: { ref, argument, context } }) => {
      if (ref.type !== 'ref/resource') return { completion: { values: [] } }
      const values = completions(
        await catalogue(),
        argument.name,
        argument.value,
        context?.arguments?.category,
      )
      return { completion: { values, total: values.length, hasMore: false } }
    })
    return server
  }
}

const INVALID_PARAMS = -32602
const INTERNAL_ERROR = -32603
const INSTRUCTIONS =
  'Call route_instructions with the words of the user before you start on a request, and follow the instructions that it gives. ' +
  'Read the whole text of one by get_instructions with exact_match and include_content, or as instruction://category/name.'

/** Requests that are no calls of tools have no way to say no but an error of the protocol. */
async function readable(desk: Desk): ReturnType<Desk['catalogue']> {
  try {
    return await desk.catalogue()
  } catch (failure) {
    if (failure instanceof ToolError) throw new ProtocolError(INTERNAL_ERROR, failure.message)
    throw failure
  }
}
