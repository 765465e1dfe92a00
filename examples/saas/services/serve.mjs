// The tracker at /tracker and the mail server at /mail, over HTTP. The second of eight reads and the second of three writes are told
// to come again later, and nothing is done. All is kept in memory; GET /log tells the calls that were taken, one on a line.
import { createServer } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import { createMail } from './mail.mjs'
import { createTracker } from './tracker.mjs'

const READS = { refused: 2, of: 8 }
const WRITES = { refused: 2, of: 3 }

/** Resolves once it listens; `close` ends it. `port` 0 takes a free one. */
export async function serve(port = 0) {
  const log = []
  const services = { tracker: createTracker(), mail: createMail() }
  const handlers = new Map(
    Object.entries(services).map(([name, tools]) => [`/${name}`, toNodeHandler(handlerOf(name, tools, log))]),
  )
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0]
    if (path === '/log') response.end(log.join('\n'))
    else if (handlers.has(path)) void handlers.get(path)(request, response)
    else response.writeHead(404).end('There are /tracker, /mail and /log\n')
  })
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Each request has a server of its own: what lasts are the tools. */
function handlerOf(name, tools, log) {
  let reads = 0
  let writes = 0
  const makeServer = () => {
    const server = new Server({ name, version: '1.0.0' }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', () => ({
      tools: Object.entries(tools).map(([tool, { call, ...declared }]) => ({ name: tool, ...declared })),
    }))
    server.setRequestHandler('tools/call', ({ params }) => {
      const { name: called, arguments: args = {} } = params
      const tool = tools[called]
      if (tool === undefined) return failed(`404 Not Found: there is no tool ${called}`)
      const isBusy = tool.annotations.readOnlyHint
        ? ++reads % READS.of === READS.refused
        : ++writes % WRITES.of === WRITES.refused
      if (isBusy) return failed('429 Too Many Requests: try again in 1 s')
      try {
        const said = tool.call(args)
        log.push(`${name}:${called} ${JSON.stringify(args)}`)
        return { content: [{ type: 'text', text: JSON.stringify(said) }] }
      } catch (failure) {
        return failed(failure.message)
      }
    })
    return server
  }
  return createMcpHandler(makeServer)
}

function failed(text) {
  return { isError: true, content: [{ type: 'text', text }] }
}
