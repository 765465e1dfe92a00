// The official SDK, version 2: `node sdk-v2.mjs ERA TIMEOUT_MS SERVER…`.
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const [, , era, timeoutMs, command, ...args] = process.argv
const options = { timeout: Number(timeoutMs) }
const client = new Client(
  { name: 'sdk-v2', version: '1' },
  {
    capabilities: { roots: {} },
    ...(era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {}),
  },
)
client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///data' }] }))
try {
  await client.connect(new StdioClientTransport({ command, args }), options)
  // This version joins the pages itself.
  const { tools } = await client.listTools(undefined, options)
  if (!tools.some(({ name }) => name === 'echo')) throw new Error('The server lists no tool "echo"')
  const call = { name: 'echo', arguments: { message: 'hi' } }
  const { isError, content } = await client.callTool(call, options)
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  if (isError) throw new Error(`The call failed: ${text}`)
  if (text === '') throw new Error('The answer has no text')
  process.stdout.write(`${text}\n`)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await client.close()
}
