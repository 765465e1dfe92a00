/** A log that its server was not to write is heard through a gateway as it is heard without. */
import { expect, test } from 'vitest'
import { verifies } from '../verifies.js'
import { connect, createNotes, fixture, notesGateway } from './notes-gateway.js'

verifies('gateway:modes')

test('clients of both eras hear a log against the level, and what others asked for they do not hear', async () => {
  using notes = createNotes()
  const config = { mcpServers: { notes: fixture('stubborn-logs') } }
  await using gateway = await notesGateway(notes, { mode: 'pass-through', config })

  async function logsOf(era: 'legacy' | 'modern', logLevel: 'debug' | 'error') {
    const heard: unknown[] = []
    await using session = await connect(gateway, {
      ...{ era, logLevel },
      listeners: { notification: (_, { data }) => heard.push(data) },
    })
    await session.callTool('notes__echo', { message: 'hi' })
    return heard
  }

  expect([await logsOf('legacy', 'error'), await logsOf('modern', 'error')]).toEqual([['quiet'], ['quiet']])
  // From now on somebody has asked for it.
  expect([await logsOf('modern', 'debug'), await logsOf('legacy', 'error')]).toEqual([['quiet'], []])
})
