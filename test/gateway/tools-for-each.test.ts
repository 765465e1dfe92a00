/** What a server has for one client alone, through a gateway; and what it has not, which is another thing than nothing. */
import { describe, expect, test } from 'vitest'
import { verifies } from '../verifies.js'
import { connect, createNotes, fixture, notesGateway } from './notes-gateway.js'

verifies('gateway:forwarding')

describe.each(['live', 'pass-through'] as const)('in mode %s', (mode) => {
  test('a tool that is there for who can be asked is listed, called and checked for them, and for nobody else', async () => {
    using notes = createNotes()
    const config = { mcpServers: { notes: fixture('offers-to-who-can-be-asked') } }
    const policy = { rules: [{ tools: '*', effect: 'read' as const }], validation: 'strict' as const }
    await using gateway = await notesGateway(notes, {
      ...{ mode, config },
      ...(mode === 'live' ? { policy } : {}),
    })
    await using silent = await connect(gateway)
    await using able = await connect(gateway, {
      capabilities: { elicitation: {} },
      handlers: { 'elicitation/create': async () => ({ action: 'decline' }) },
    })
    const offered = async (session: typeof able): Promise<string[]> =>
      (await session.listTools()).flatMap(({ name }) => (name.startsWith('notes__') ? [name] : []))

    expect(await offered(able)).toEqual(['notes__echo', 'notes__ask'])
    expect(await offered(silent)).toEqual(['notes__echo'])
    expect(await able.callTool('notes__ask', { n: 1 })).toMatchObject({
      kind: 'result',
      content: [{ text: 'called ask' }],
    })
    expect((await silent.callTool('notes__ask', { n: 1 })).kind).toBe('rpc-error')
    if (mode === 'live') expect((await able.callTool('notes__ask', { n: 'x' })).kind).toBe('tool-error')
  })
})

test.each(['prompts/list', 'resources/list', 'resources/templates/list'])(
  '%s is refused where the only server has no such list, and everything is passed on',
  async (method) => {
    using notes = createNotes()
    await using gateway = await notesGateway(notes, { mode: 'pass-through' })
    await using session = await connect(gateway)

    await expect(session.request(method)).rejects.toMatchObject({ data: { code: -32601 } })
  },
)
