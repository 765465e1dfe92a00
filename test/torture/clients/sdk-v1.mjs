// The official SDK, version 1: `node sdk-v1.mjs ERA TIMEOUT_MS SERVER…`. It knows the legacy era alone.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const [, , , timeoutMs, command, ...args] = process.argv
const options = { timeout: Number(timeoutMs) }
const client = new Client({ name: 'sdk-v1', version: '1' }, { capabilities: { roots: {} } })
client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///data' }] }))
try {
  await client.connect(new StdioClientTransport({ command, args }), options)
  const tools = []
  for (let cursor, first = true; first || cursor !== undefined; first = false) {
    const page = await client.listTools(cursor === undefined ? {} : { cursor }, options)
    tools.push(...page.tools)
    cursor = page.nextCursor
  }
  if (!tools.some(({ name }) => name === 'echo')) throw new Error('The server lists no tool "echo"')
  const call = { name: 'echo', arguments: { message: 'hi' } }
  const { isError, content } = await client.callTool(call, undefined, options)
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
