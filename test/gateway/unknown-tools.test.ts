/** A tool that does not exist is refused in the words of whoever asked for it, and with what was meant. */
import { expect, test } from 'vitest'
import { connect, createNotes, notesGateway } from './notes-gateway.js'

test.each(['live', 'dry'] as const)(
  'in mode %s the client is told the tool by its own name, and the nearest',
  async (mode) => {
    using notes = createNotes()
    await using gateway = await notesGateway(notes, { mode })
    await using session = await connect(gateway)
    const told = async (name: string) => await session.callTool(name, { id: 'welcome' })

    expect(await told('notes__read_not')).toMatchObject({
      kind: 'rpc-error',
      code: -32602,
      message: 'Unknown tool: notes__read_not; did you mean notes__read_note?',
    })
    expect(await told('nots__read_note')).toMatchObject({
      message: 'Unknown tool: nots__read_note; did you mean notes__read_note?',
    })
    expect(await told('read_note')).toMatchObject({
      message: 'Unknown tool: read_note; did you mean notes__read_note?',
    })
    expect(await told('execute_dga')).toMatchObject({
      message: 'Unknown tool: execute_dga; did you mean execute_dag?',
    })
    expect(await told('notes__paint_the_fence')).toMatchObject({
      message: 'Unknown tool: notes__paint_the_fence',
    })
    expect(notes.calls()).toEqual([])
  },
)

test('where names are plain, the nearest is told without the server', async () => {
  using notes = createNotes()
  await using gateway = await notesGateway(notes, { toolNames: 'plain' })
  await using session = await connect(gateway)

  expect(await session.callTool('read_not', { id: 'welcome' })).toMatchObject({
    message: 'Unknown tool: read_not; did you mean read_note?',
  })
})

test('describe_tools suggests the tool that a client misspells by its own name for it', async () => {
  using notes = createNotes()
  await using gateway = await notesGateway(notes)
  await using session = await connect(gateway)

  const described = await session.callTool('describe_tools', {
    tools: ['notes__read_not', 'notes__read_note', 'notes:read_not', 'paint_the_fence'],
  })

  expect(described).toMatchObject({
    structured: {
      missing: [
        { tool: 'notes__read_not', did_you_mean: ['notes:read_note'] },
        { tool: 'notes__read_note', did_you_mean: ['notes:read_note'] },
        { tool: 'notes:read_not', did_you_mean: ['notes:read_note'] },
        { tool: 'paint_the_fence', did_you_mean: [] },
      ],
    },
  })
})
