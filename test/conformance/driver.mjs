// The client under test in the official conformance suite: one process a scenario, with the URL of its server as last argument.
// It does what a test of a server does: list everything, read everything, call every tool.
import { MockMCPClient } from '../../dist/joined/testing/index.js'
import { createOAuthProvider } from './oauth-provider.mjs'

const url = process.argv.at(-1)
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? ''
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}')
const era = process.env.MCP_CONFORMANCE_PROTOCOL_VERSION === '2026-07-28' ? 'modern' : 'legacy'

const provider = createOAuthProvider(
  context.client_id === undefined
    ? undefined
    : { client_id: context.client_id, client_secret: context.client_secret },
)
const client = await connect()

try {
  const tools = await client.listTools()
  const calls =
    context.toolCalls ?? tools.map(({ name, inputSchema }) => ({ name, arguments: sampleOf(inputSchema) }))
  // At once, so that an answer that goes to the wrong call is found.
  await Promise.all(calls.map((call) => client.callTool(call.name, call.arguments)))
  if (client.capabilities.resources !== undefined)
    for (const { uri } of await client.listResources()) await client.readResource(uri)
  if (client.capabilities.prompts !== undefined)
    for (const { name } of await client.listPrompts()) await client.getPrompt(name)
} finally {
  await client.stop()
}

function connect() {
  const isProtected = scenario.startsWith('auth/')
  return MockMCPClient.start({
    url,
    ...(isProtected ? { authProvider: provider, authorizationCode: provider.authorizationCode } : {}),
    fetch: fetchOnce,
    era,
    clientInfo: { name: 'understudy-conformance', version: '1.0.0' },
    timeout: 60_000,
    roots: ['file:///project'],
    onSampling: {
      role: 'assistant',
      content: { type: 'text', text: 'Paris' },
      model: 'none',
      stopReason: 'endTurn',
    },
    onElicitation: ({ requestedSchema }) => ({ action: 'accept', content: filledForm(requestedSchema) }),
  })
}

/**
 * On a connection of its own. One process of the suite serves all scenarios at once: where it stands still for five seconds it
 * then closes every connection that it has not read from, also where a request has come meanwhile.
 */
function fetchOnce(url, init = {}) {
  const headers = new Headers(init.headers)
  headers.set('connection', 'close')
  return fetch(url, { ...init, headers })
}

/** What a user sends who changes nothing: the defaults, and something for what has none. */
function filledForm({ properties = {}, required = [] }) {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name, { default: given }]) => given !== undefined || required.includes(name))
      .map(([name, property]) => [name, property.default ?? sampleValue(property)]),
  )
}

function sampleOf({ properties = {}, required = [] }) {
  return Object.fromEntries(required.map((name) => [name, sampleValue(properties[name] ?? {})]))
}

function sampleValue({ type, enum: choices }) {
  if (choices !== undefined) return choices[0]
  if (type === 'number' || type === 'integer') return 7
  if (type === 'boolean') return true
  if (type === 'array') return []
  return type === 'object' ? {} : 'sample'
}
