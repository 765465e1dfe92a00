/** What goes through a gateway that passes everything on has the bytes that its server, or its client, has written. */

import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { serveStdio } from '../../src/server/index.js'
import { verifies } from '../verifies.js'
import { createNotes, fixture, notesGateway } from './notes-gateway.js'

verifies('gateway:written')

const INITIALIZE =
  '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}'
const call = (id: number, args: string) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"notes__echo","arguments":${args}}}`

test.each(['pass-through', 'record', 'live'] as const)('in mode %s', async (mode) => {
  using notes = createNotes()
  const config = { mcpServers: { notes: fixture('writes-by-hand') } }
  const policy = { rules: [{ tools: '*', decision: 'allow' as const }] }
  const [input, output] = [new PassThrough(), new PassThrough()]
  await using gateway = await notesGateway(notes, {
    ...{ mode, config },
    ...(mode === 'record' ? { store: 'recordings.jsonl' } : {}),
    ...(mode === 'live' ? { policy } : {}),
  })
  await using _served = serveStdio(gateway.service, { input, output })
  const lines = createInterface({ input: output })[Symbol.asyncIterator]()
  const ask = async (text: string): Promise<string> => {
    input.write(`${text}\n`)
    const { value } = await lines.next()
    return String(value)
  }
  await ask(INITIALIZE)

  expect(await ask(call(1, '{"n":9007199254740993,"m":[1e400,0.5]}'))).toBe(
    '{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"n":9007199254740993,"m":[1e400,0.5]},"q":0.1000},"x-trace":1.0}',
  )
  expect(await ask(call(2, '{"fail":true}'))).toBe(
    '{"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"no","data":{"n":12345678901234567890},"more":1.50},"x-trace":1.0}',
  )
})
