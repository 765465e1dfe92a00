/** The fixture of the conformance suite beyond what the suite can reach: on standard input and output, and in both eras at once. */
import { describe, expect, it } from 'vitest'
import { openSession, type Session, type SessionOptions } from '../../src/session/index.js'
import { startHttp } from '../../src/transport/index.js'
import { fixtureFile } from '../fixtures/official-servers.js'
import { createHandler } from '../fixtures/servers/conformance/handler.mjs'
import { startServer } from '../fixtures/start-server.js'

const stdio = {
  command: process.execPath,
  args: [fixtureFile('conformance/stdio')],
}
const options = {
  clientInfo: { name: 'test', version: '0.0.0' },
  handlers: {
    'roots/list': () => ({ roots: [{ uri: 'file:///project' }] }),
    'sampling/createMessage': () => ({
      role: 'assistant',
      content: { type: 'text', text: 'Paris' },
      model: 'none',
    }),
    'elicitation/create': () => ({ action: 'accept', content: { name: 'Ada', color: 'red', ok: true } }),
  },
} satisfies SessionOptions

async function answers(session: Session): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const { name } of await session.listTools()) {
    if (!name.startsWith('test_input_required_result')) continue
    const outcome = await session.callTool(name, {})
    texts[name.slice('test_input_required_result_'.length)] =
      'content' in outcome
        ? outcome.content.map((block) => (block.type === 'text' ? block.text : block.type)).join()
        : outcome.kind
  }
  return texts
}

const EXPECTED = {
  elicitation: 'Hello, Ada!',
  sampling: 'Paris',
  list_roots: 'Roots: file:///project',
  request_state: 'state-ok',
  multiple_inputs: 'Paris Ada, you have 1 root(s)',
  multi_round: 'Ada likes red',
  tampered_state: 'state-ok',
  capabilities: 'Given: form, answer, client_roots',
}

describe.each(['legacy', 'modern'] as const)('conformance fixture in the %s era', (era) => {
  it('asks and answers over stdio', async () => {
    await using server = await startServer(stdio, { ...options, era })

    expect(await answers(server.session)).toEqual(EXPECTED)
  })

  it('asks and answers over HTTP', async () => {
    const handler = createHandler()
    const transport = await startHttp('http://localhost/mcp', {
      fetch: (url, init) => handler.fetch(new Request(url, init)),
    })
    await using session = await openSession({ ...options, era, transport })

    expect(await answers(session)).toEqual(EXPECTED)
    await session.close()
    await handler.close()
  })
})
