import { describe, expect, it } from 'vitest'
import { createLock } from './lock/create-lock.js'
import { parseToolLists, parseToolsFile } from './parse-tools-file.js'

const echo = { name: 'echo', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }

function parse(document: unknown) {
  return parseToolsFile(JSON.stringify(document), 'tools.json', 'given')
}

describe('parseToolsFile', () => {
  it('reads a server with its tools', () => {
    const document = { server: 'demo', version: '1.2.3', launch: 'sha256:ab', tools: [echo] }

    expect(parse(document)).toEqual(document)
  })

  it.each([
    ['the result of a tools/list', { tools: [echo], nextCursor: 'x', _meta: {} }],
    ['a JSON-RPC response', { jsonrpc: '2.0', id: 1, result: { tools: [echo] } }],
    ['a bare list', [echo]],
  ])('reads %s under the given name', (_, document) => {
    expect(parse(document)).toEqual({ server: 'given', tools: [echo] })
  })

  it('survives a byte order mark', () => {
    expect(parseToolsFile(`\ufeff${JSON.stringify([echo])}`, 'tools.json', 'given').tools).toEqual([echo])
  })

  it('keeps a tool named like an inherited property', () => {
    const text = '{"tools":[{"name":"__proto__","inputSchema":{"type":"object"}}]}'

    expect(parseToolsFile(text, 'tools.json', 'given').tools[0]?.name).toBe('__proto__')
  })

  it.each([
    ['an empty file', '  \n', 'the file is empty'],
    ['text that is not JSON', '{"tools": [', 'Cannot read the tools file tools.json'],
    ['a number', '42', 'expected an object or a list, found 42'],
    ['an object without tools', '{"mcpServers":{}}', '"tools" must be a list of tools, found nothing'],
    [
      'an error of a server',
      '{"id":1,"error":{"code":-32601,"message":"no"}}',
      'it holds an error of the server: "no"',
    ],
    ['a tool without a name', '{"tools":[{"inputSchema":{}}]}', 'tools[0].name must be text, found nothing'],
    [
      'a tool without a schema',
      '{"tools":[{"name":"a"}]}',
      'tools[0].inputSchema (of "a") must be an object',
    ],
    [
      'a hint that is text',
      '[{"name":"a","inputSchema":{},"annotations":{"readOnlyHint":"yes"}}]',
      'must be true or false, found "yes"',
    ],
    ['a server name with a colon', '{"server":"a:b","tools":[]}', 'a name without a colon, found "a:b"'],
    ['a version that is a number', '{"version":1,"tools":[]}', '"version" must be text, found 1'],
    ['text nested too deep', '['.repeat(5000), 'nested more than 128 levels deep'],
  ])('refuses %s and says what was found', (_, text, found) => {
    expect(() => parseToolsFile(text, 'tools.json', 'given')).toThrowError(
      expect.objectContaining({
        name: 'UsageError',
        code: 'TOOLS_INVALID',
        message: expect.stringContaining(found),
      }),
    )
  })

  it('never repeats terminal sequences of the file in its message', () => {
    expect(() => parse({ tools: '\u009b2J' })).toThrowError(/found "\\x9b2J"/)
  })
})

describe('parseToolLists', () => {
  const tool = { name: 'read', description: 'x', inputSchema: { type: 'object' } }
  const lock = createLock([
    { server: 'one', version: '2', capabilities: { tools: {} }, tools: [tool] },
    { server: 'two', tools: [] },
  ])

  it('reads every server of a contract lock', () => {
    expect(parseToolLists(JSON.stringify(lock), 'l.json', 'server')).toEqual([
      { server: 'one', version: '2', capabilities: { tools: {} }, tools: [tool] },
      { server: 'two', tools: [] },
    ])
  })
  it('reads a list of servers, as the tools command prints several', () => {
    const servers = [{ server: 'one', tools: [tool] }, { tools: [] }]

    expect(parseToolLists(JSON.stringify({ servers }), 's.json', 'server')).toEqual([
      { server: 'one', tools: [tool] },
      { server: 'server', tools: [] },
    ])
  })
  it('refuses a lock that is not whole as a lock', () => {
    const broken = JSON.stringify({ format: 'understudy.lock/1', servers: [{ name: 'a' }] })

    expect(() => parseToolLists(broken, 'l.json', 's')).toThrow(
      expect.objectContaining({ code: 'LOCK_INVALID' }),
    )
  })
  it('refuses several servers where one was wanted', () => {
    expect(() => parseToolsFile(JSON.stringify(lock), 'l.json', 's')).toThrow(
      'Cannot read the tools file l.json: expected the tools of one server, found 2 servers',
    )
  })
})
