/** A tiny server for each thing that servers do wrong: what is told, and that the session goes on. */
import { describe, expect, it } from 'vitest'
import { startServer } from '../fixtures/start-server.js'
import { verifies } from '../verifies.js'

verifies('wire:notifications-between', 'wire:stderr-bounded', 'wire:stdout-noise', 'wire:paging')

const HELLO = { kind: 'result', content: [{ type: 'text', text: 'hello' }] }
const hello = { message: 'hello' }

describe('session with a server that misbehaves', () => {
  it('shows a banner on standard output and goes on', async () => {
    await using server = await startServer('banner-on-stdout', {
      violates: [/carries a line that is no message/],
    })

    expect(await server.session.callTool('echo', hello)).toEqual(HELLO)
    expect(server.complaints).toEqual([
      {
        kind: 'noise',
        message: 'a line on standard output is no message, it is not JSON: "Fixture server v1.0 listening"',
      },
    ])
  })

  it('shows JSON on standard output that is no message and goes on', async () => {
    await using server = await startServer('json-on-stdout', { violates: [/it has no method/] })

    expect(await server.session.callTool('echo', hello)).toEqual(HELLO)
    expect(server.complaints).toEqual([
      {
        kind: 'invalid-message',
        message:
          'a message breaks the protocol, it has no method, no result and no error: "{"level":"info","msg":"called"}"',
      },
    ])
  })

  it('does not take a notification for the answer', async () => {
    await using server = await startServer('log-before-reply')

    for (const message of ['a', 'b', 'c'])
      expect(await server.session.callTool('echo', { message })).toMatchObject({
        content: [{ text: message }],
      })
    expect(server.notifications).toEqual(Array(3).fill('notifications/message'))
  })

  it('is not stopped by a flood of standard error, and keeps only its end', async () => {
    await using server = await startServer('floods-stderr')

    for (let i = 0; i < 300; i++) await server.session.callTool('echo', hello)
    await server.session.close()
    expect(server.stderr).toHaveLength(300)
    const [end] = server.events.flatMap((event) => (event.kind === 'closed' ? [event.end] : []))
    expect(end?.stderrTail).toHaveLength(100)
    expect(end?.stderrTail.at(-1)?.slice(0, 6)).toBe('0300 x')
  })

  it('rejects a call whose answer has the id as a string, at once and with the reason', async () => {
    await using server = await startServer('string-ids', { violates: [/it answers no request.*"2"/] })

    await expect(server.session.callTool('echo', hello)).rejects.toMatchObject({
      code: 'RESPONSE_INVALID',
      message:
        'Cannot call "echo": the answer cannot be used, its id is the string "2", that of the request is a number',
    })
    expect(server.complaints.map(({ kind }) => kind)).toEqual(['unmatched-response'])
    await server.session.ping()
  })

  it('tells a duplicate response and drops it', async () => {
    await using server = await startServer('duplicate-response', { violates: [/was answered before/] })

    expect(await server.session.callTool('echo', hello)).toEqual(HELLO)
    expect(await server.session.callTool('echo', { message: 'again' })).toMatchObject({
      content: [{ text: 'again' }],
    })
    await server.session.ping()
    expect(server.complaints.map(({ kind }) => kind)).toEqual(['duplicate-response', 'duplicate-response'])
    expect(server.session.lateReplies).toBe(0)
  })

  it('rejects a call whose answer is both a result and an error', async () => {
    await using server = await startServer('result-and-error', { violates: [/both a result and an error/] })

    await expect(server.session.callTool('echo', hello)).rejects.toMatchObject({
      code: 'RESPONSE_INVALID',
      message: 'Cannot call "echo": the answer cannot be used, it has both a result and an error',
    })
    expect(server.complaints.map(({ kind }) => kind)).toEqual(['invalid-message'])
  })

  it('tells an error without an id and waits for the answer', async () => {
    await using server = await startServer('error-without-id', { violates: [/.*/] })

    expect(await server.session.callTool('echo', hello)).toEqual(HELLO)
    expect(server.complaints.map(({ kind }) => kind)).toEqual(['invalid-message'])
  })

  it('tells missing content and still yields the rest of the result', async () => {
    await using server = await startServer('missing-content', {
      violates: [/breaks CallToolResult of 2025-11-25/],
    })

    expect(await server.session.callTool('echo', hello)).toEqual({
      kind: 'result',
      content: [],
      structured: { ok: true },
    })
    expect(server.complaints).toEqual([
      {
        kind: 'invalid-result',
        message: 'the answer of "echo" breaks the protocol: the result has no content; taken for empty',
      },
    ])
  })

  it('tells a line that is not UTF-8 and goes on', async () => {
    await using server = await startServer('invalid-utf8', { violates: [/it is not UTF-8/] })

    expect(await server.session.callTool('echo', hello)).toEqual(HELLO)
    expect(server.complaints.map(({ message }) => message)).toEqual([
      'a line on standard output is no message, it is not UTF-8: "{"\ufffd\ufffd"}"',
    ])
  })

  it('reads characters that come byte by byte, and lines that end with CRLF', async () => {
    await using server = await startServer('torn-utf8')

    expect(await server.session.callTool('echo', { message: 'žluťoučký 🐎' })).toMatchObject({
      content: [{ text: 'žluťoučký 🐎' }],
    })
  })

  it('reads a large message, and ends the connection at one beyond the limit', async () => {
    await using server = await startServer('huge-line')
    const answer = await server.session.callTool('echo', hello)
    expect(
      answer.kind === 'result' && answer.content[0]?.type === 'text' && answer.content[0].text.length,
    ).toBe(2_000_000)

    await using strict = await startServer('huge-line', { stdio: { maxMessageBytes: 1_000_000 } })
    await expect(strict.session.callTool('echo', hello)).rejects.toMatchObject({
      name: 'TransportError',
      code: 'MESSAGE_TOO_LARGE',
      hint: 'raise maxMessageBytes if such messages are meant',
    })
  })
})

describe('session that lists tools', () => {
  it('joins all pages in order', async () => {
    await using server = await startServer('paged-tools')

    const tools = await server.session.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('stops when a cursor comes twice', async () => {
    await using server = await startServer('endless-paging')

    await expect(server.session.listTools()).rejects.toMatchObject({
      code: 'PAGING_ENDLESS',
      data: { pages: 2 },
    })
  })

  it('stops after a thousand pages of fresh cursors', async () => {
    await using server = await startServer('endless-paging', { args: ['fresh'] })

    await expect(server.session.listTools()).rejects.toMatchObject({
      code: 'PAGING_ENDLESS',
      data: { pages: 1001 },
    })
  })

  it('throws the error of a server that cannot list them', async () => {
    await using server = await startServer('list-error')

    await expect(server.session.listTools()).rejects.toMatchObject({
      code: 'RPC_ERROR',
      message: 'Cannot list the tools: the server answered with error -32603: "the list is lost"',
    })
  })

  it('has an empty list of a server without tools, and says so when none were declared', async () => {
    await using declared = await startServer('no-tools')
    expect(await declared.session.listTools()).toEqual([])
    expect(declared.complaints).toEqual([])

    await using undeclared = await startServer('no-tools', { args: ['undeclared'] })
    expect(await undeclared.session.listTools()).toEqual([])
    expect(undeclared.complaints.map(({ kind }) => kind)).toEqual(['undeclared'])
  })

  it('leaves out what is no tool, tells each, and believes no claim of the wrong type', async () => {
    await using server = await startServer('broken-tools', { violates: [/breaks ListToolsResult/] })

    expect(await server.session.listTools()).toMatchObject([
      { name: 'claims', inputSchema: { type: 'object' }, vendor: 'kept' },
      { name: 'echo' },
    ])
    expect(server.complaints.map(({ message }) => message)).toEqual([
      'a tool without a name was left out: {"inputSchema":{"type":"object"}}',
      'tool "no-schema" was left out: it has no inputSchema object',
      'tool "claims": annotations is {"readOnlyHint":"false"}, and was left out',
      'tool "echo" is listed twice',
    ])
  })
})
