/** A server that hangs at its start held up every list. */
import { expect, test } from 'vitest'
import { lastPatience } from '../fixtures/last-patience.js'
import { verifies } from '../verifies.js'
import { connect, createNotes, fixture, notesGateway } from './notes-gateway.js'

verifies('gateway:late-servers')

const NOTES = ['notes__read_note', 'notes__write_note', 'notes__delete_note']

test.each(['pass-through', 'dry'] as const)(
  'a server that is late is missing from the list, and is in the next one, which is told (%s)',
  async (mode) => {
    using notes = createNotes()
    const { mcpServers } = notes.config
    const config = { mcpServers: { ...mcpServers, slow: fixture('slow-to-start') } }
    await using gateway = await notesGateway(notes, { config, mode, patienceMs: 1, listing: 'all' })
    let tellChanged: (() => void) | undefined
    const nextChange = (): Promise<void> =>
      new Promise((resolve) => {
        tellChanged = resolve
      })
    await using session = await connect(gateway, {
      listeners: {
        notification: (method) => method === 'notifications/tools/list_changed' && tellChanged?.(),
      },
    })
    const servers = async (): Promise<string[]> => {
      const tools = await session.listTools()
      return tools.flatMap(({ name }) => (name.includes('__') ? [name.split('__')[0] ?? ''] : []))
    }

    let changed = nextChange()
    const first = await servers()
    for (let seen = first; !(seen.includes('slow') && seen.includes('notes')); seen = await servers()) {
      await changed
      changed = nextChange()
    }

    expect(first).toEqual([])
    expect((await session.listTools()).map(({ name }) => name)).toEqual(expect.arrayContaining(NOTES))
  },
)

test('prompts and resources do not wait for a server that says nothing', async () => {
  using notes = createNotes()
  const { mcpServers } = notes.config
  const config = { mcpServers: { ...mcpServers, silent: fixture('silent') } }
  await using gateway = await notesGateway(notes, {
    ...{ config, patienceMs: 2_000, timeoutMs: 600_000 },
    clock: lastPatience(2_000, 2),
  })
  await using session = await connect(gateway)

  const prompts = await session.request('prompts/list')
  const resources = await session.request('resources/list')

  const missing = [{ server: 'silent', reason: expect.stringContaining('in time') }]
  expect(prompts).toMatchObject({ prompts: [], _meta: { 'dev.understudy/unavailable': missing } })
  expect(resources).toMatchObject({ resources: [], _meta: { 'dev.understudy/unavailable': missing } })
})
