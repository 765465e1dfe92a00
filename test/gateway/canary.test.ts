/** In dry mode no call reaches a server, whatever a client sends; in live mode the same calls do. */
import { describe, expect, test } from 'vitest'
import type { Gateway } from '../../src/gateway/gateway.js'
import { serveHttp, serveInMemory } from '../../src/server/index.js'
import { ask } from '../server/raw-http.js'
import { verifies } from '../verifies.js'
import { CALLS } from './canary-calls.js'
import { connect, createNotes, notesGateway, PROGRAM, WORKFLOW } from './notes-gateway.js'

verifies('gateway:dry-mode-cannot-call', 'adr:dry-run-carried-through')

describe('a dry gateway', () => {
  test.each(['legacy', 'modern'] as const)(
    'makes no call of a %s client, whatever it asks for and however',
    async (era) => {
      using notes = createNotes()
      await using gateway = await notesGateway(notes, { mode: 'dry' })
      await using session = await connect(gateway, { era })

      for (const [name, args] of CALLS) {
        await session.callTool(name, args)
        await session
          .request('tools/call', { name, arguments: args, task: { ttl: 1 } })
          .catch(() => undefined)
      }
      for (const method of [
        'completion/complete',
        'prompts/get',
        'resources/read',
        'tasks/get',
        'notes/tools/call',
      ])
        await session
          .request(method, { name: 'notes__read_note', uri: 'notes://x', arguments: {} })
          .catch(() => undefined)

      expect(notes.calls()).toEqual([])
      expect(gateway.health()).toEqual([{ server: 'notes', state: 'ready', sessions: 0, failures: 0 }])
    },
  )

  test('makes no call of a client that writes its messages by hand, alone and in batches', async () => {
    using notes = createNotes()
    await using gateway = await notesGateway(notes, { mode: 'dry' })

    const answered = await sendRaw(gateway)

    expect(answered).toBeGreaterThanOrEqual(CALLS.length)
    expect(notes.calls()).toEqual([])
  })

  test('makes no call that comes over HTTP', async () => {
    using notes = createNotes()
    await using gateway = await notesGateway(notes, { mode: 'dry' })
    await using served = await serveHttp(gateway.service, { profile: { sessions: false } })

    for (const [name, args] of CALLS) {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
      await ask(served.url, { body })
      await ask(served.url, { body: JSON.stringify([body, { ...body, id: 2 }]) })
      await ask(served.url, { body, headers: modernHeaders(name) })
    }

    expect(notes.calls()).toEqual([])
  })

  test('makes no call of the library either', async () => {
    using notes = createNotes()
    await using gateway = await notesGateway(notes, { mode: 'dry' })
    const untyped = gateway as unknown as Record<
      'executeDag' | 'executeCode',
      (...args: unknown[]) => Promise<unknown>
    >

    for (const choice of [
      undefined,
      {},
      null,
      { dry_run: false },
      { dry_run: 'true' },
      { dryRun: true },
      'dry',
    ]) {
      await expect(untyped.executeDag(WORKFLOW, choice)).rejects.toThrow(/^Cannot execute a workflow/)
      await expect(untyped.executeCode(PROGRAM, choice)).rejects.toThrow(/^Cannot execute code/)
    }
    await gateway.callTool('notes:read_note', { id: 'welcome' })
    await gateway.callTool('notes:delete_note', { id: 'welcome' })

    expect(notes.calls()).toEqual([])
  })
})

describe('a live gateway', () => {
  test('makes the same calls, and none that is rehearsed or cannot be understood', async () => {
    using notes = createNotes()
    await using gateway = await notesGateway(notes)
    await using session = await connect(gateway)
    const called: string[] = []

    for (const [name, args] of CALLS) {
      const before = notes.calls().length
      await session.callTool(name, args)
      if (notes.calls().length > before)
        called.push(`${name} ${'dry_run' in args ? JSON.stringify(args.dry_run) : 'alone'}`)
    }

    expect(called).toEqual([
      'notes__read_note alone',
      'notes__write_note alone',
      'notes__delete_note alone',
      // With a member more than its schema knows, of which the server thinks what it likes.
      'notes__write_note alone',
      'execute_dag alone',
      'execute_code alone',
      'execute_dag false',
      'execute_code false',
    ])
  })
})

/** Every call as a line of its own, and all of them as one batch. Resolves with how many messages came back. */
async function sendRaw({ service }: Gateway): Promise<number> {
  const transport = serveInMemory(service)
  let heard = 0
  let over = (): void => undefined
  const last = new Promise<void>((resolve) => {
    over = resolve
  })
  transport.start({
    message(message) {
      heard++
      if (JSON.stringify(message).includes('"id":"last"')) over()
    },
    noise: () => undefined,
    stderr: () => undefined,
    closed: () => over(),
  })
  const messages = CALLS.map(([name, args], id) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name, arguments: args },
  }))
  await transport.send({
    ...{ jsonrpc: '2.0', id: 'hello', method: 'initialize' },
    params: {
      protocolVersion: '2025-03-26',
      capabilities: {},
      clientInfo: { name: 'by hand', version: '0' },
    },
  })
  for (const message of messages) await transport.send(message)
  await transport.sendText(`${JSON.stringify(messages)}\n`)
  for (const message of messages)
    await transport.sendText(JSON.stringify({ ...message, id: `${message.id}` }))
  await transport.send({ jsonrpc: '2.0', id: 'last', method: 'ping' })
  await last
  await transport.close()
  return heard
}

function modernHeaders(name: string): Record<string, string> {
  return { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name }
}
