// What the torture bench asks of a client, done with this package's: lists the tools, calls "echo", gives the text of the answer.

/** Throws when anything is wrong; no process is left in any case. */
export async function echoTask(MockMCPClient, options) {
  const client = await MockMCPClient.start({ ...options, roots: ['file:///data'] })
  try {
    const tools = await client.listTools()
    if (!tools.some(({ name }) => name === 'echo')) throw new Error('The server lists no tool "echo"')
    const { success, content, errorMessage } = await client.callTool('echo', { message: 'hi' })
    if (!success) throw new Error(`The call failed: ${errorMessage}`)
    if (content === undefined || content === '') throw new Error('The answer has no text')
    return content
  } finally {
    await client.stop()
  }
}
