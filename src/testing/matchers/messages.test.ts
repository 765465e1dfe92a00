/** What a failed assertion says to the author of a server, for the mistakes that are made most. The text is the product. */
import { describe, expect, it } from 'vitest'
import { called, resultOf, rpcErrorOf, toolErrorOf } from '../../../test/testing/answers.js'
import { messageOf } from '../../../test/testing/message-of.js'
import { verifies } from '../../../test/verifies.js'
import type { TapEvent } from '../../transport/index.js'
import { contentMatcher } from './content-matcher.js'
import { matchers } from './create-matchers.js'

verifies('kit:matchers')

const FRAMES: readonly TapEvent[] = [
  { atMs: 1, kind: 'stderr', line: 'index.json is missing' },
  {
    atMs: 2,
    kind: 'sent',
    message: {
      jsonrpc: '2.0',
      id: 4,
      method: 'tools/call',
      params: { name: 'search', arguments: { query: 'retro' } },
    },
  },
  { atMs: 3, kind: 'noise', noise: { line: 'starting…\u001b[2J', reason: 'it is not JSON' } },
  {
    atMs: 4,
    kind: 'received',
    message: {
      jsonrpc: '2.0',
      id: 4,
      result: { content: [{ type: 'text', text: 'ENOENT: index.json' }], isError: true },
    },
  },
]

describe('the message of a failed assertion', () => {
  it('has room for what was wanted beside a long name of a tool', () => {
    const response = toolErrorOf('timed out', called('trigger-long-running-operation-of-a-server'))

    expect(messageOf(matchers.toBeUnknownTool(response))).toMatch(
      /^\nExpected "trigger-long-runni… to be an unknown tool, found a tool error: /,
    )
  })
  it('tells the error text of a tool that should have succeeded', () => {
    const response = toolErrorOf('ENOENT: index.json', {
      ...called('search', { query: 'retro' }),
      lastEvents: FRAMES,
      stderrTail: ['index.json is missing', '##[error]::error::owned'],
    })

    expect(messageOf(matchers.toSucceed(response))).toMatchInlineSnapshot(`
      "
      Expected "search" to succeed, found a tool error: ENOENT: index.json
        Arguments: {"query":"retro"}
        Last frames:
          → #4 tools/call {"name":"search","arguments":{"query":"retro"}}
          ← no message, it is not JSON: starting…\\x1b[2J
          ← #4 result {"content":[{"type":"text","text":"ENOENT: index.json"}],"isErr…
        Standard error:
        │ index.json is missing
        │ ##\\[error]::error::owned
      "
    `)
  })
  it('tells a long error text behind the first line', () => {
    const response = toolErrorOf(
      `Traceback (most recent call last):\n  File "server.py", line 12\n${'x'.repeat(200)}`,
      called('search'),
    )

    expect(messageOf(matchers.toSucceed(response))).toMatchInlineSnapshot(`
      "
      Expected "search" to succeed, found a tool error: Traceback (most recent call l…
        The tool says:
        │ Traceback (most recent call last):
        │   File "server.py", line 12
        │ xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
        │ xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
        │ xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
      "
    `)
  })
  it('tells the data that says no, of a tool that should have failed', () => {
    const response = resultOf('{"success":false}', called('pay'))

    expect(messageOf(matchers.toFail(response))).toMatchInlineSnapshot(`
      "
      Expected "pay" to fail, found success
        Text:
        │ {"success":false}
        Its own data says no: success is false
        Hint: an error is isError or a JSON-RPC error; for data: toBeDomainError
      "
    `)
  })
  it('tells the promise that a tool breaks, and that it made none', () => {
    const response = resultOf('x', called('add'))
    const tool = { name: 'add', inputSchema: {} }

    expect(messageOf(matchers.toMatchOutputSchema(response, tool))).toMatchInlineSnapshot(`
      "
      Expected "add" to match the outputSchema of "add", found none declared
      "
    `)
    expect(
      messageOf(matchers.toMatchOutputSchema(response, { ...tool, outputSchema: {} })),
    ).toMatchInlineSnapshot(`
      "
      Expected "add" to match the outputSchema of "add", found no structured content
        Text:
        │ x
      "
    `)
  })
  it('tells the nearest words for a text that is not there', () => {
    const response = resultOf('Hold a retrospektive after each sprint\n\nand write it down', called('search'))

    expect(messageOf(matchers.toContainText(response, 'a retrospective'))).toMatchInlineSnapshot(`
      "
      Expected the text of "search" to contain "a retrospective", found no such text
        "a retrospective": did you mean "a retrospektive"?
        Text:
        │ Hold a retrospektive after each sprint
        │ 
        │ and write it down
      "
    `)
  })
  it('tells a text in another case', () => {
    const response = resultOf('hello world', called('echo'))

    expect(
      messageOf(matchers.toMatchContent(response, contentMatcher(['Hello World'], { caseSensitive: true }))),
    ).toMatchInlineSnapshot(`
      "
      Expected the text of "echo" to contain "Hello World" in jus…, found no such text
        "Hello World": the text has it in another case: "hello world"
        Text:
        │ hello world
      "
    `)
    expect(messageOf(matchers.toContainText(response, /Hello/))).toMatchInlineSnapshot(`
      "
      Expected the text of "echo" to contain /Hello/, found no such text
        /Hello/: would match with the flag i, ignoring case
        Text:
        │ hello world
      "
    `)
  })
  it('tells the other part of the answer that has the text', () => {
    const response = resultOf(
      [
        { type: 'text', text: 'found 1 file' },
        { type: 'resource', resource: { uri: 'file:///a.md', text: '# Title' } },
      ],
      { ...called('find'), structured: { items: [{ name: 'a.md' }] } },
    )

    expect(messageOf(matchers.toContainText(response, '# title', 'a.md'))).toMatchInlineSnapshot(`
      "
      Expected the text of "find" to contain "# title" and "a.md", found none of them
        "# title": not in a text block, but in the embedded resource of block 2
        "a.md": not in a text block, but in the structured content at "/items/0/name"
        Text:
        │ found 1 file
      "
    `)
  })
  it('tells another error code, and what it means', () => {
    const response = rpcErrorOf(-32603, 'boom', { ...called('add'), data: { stack: 'at add' } })

    expect(messageOf(matchers.toBeRpcError(response, -32602))).toMatchInlineSnapshot(`
      "
      Expected "add" to answer error -32602, found error -32603 (internal error): boom
        Its data: {"stack":"at add"}
      "
    `)
    expect(
      messageOf(matchers.toBeRpcError(toolErrorOf('MCP error -32602: Invalid arguments'), -32602)),
    ).toMatchInlineSnapshot(`
      "
      Expected the tool to answer error -32602, found a tool error: MCP error -32602:…
        The tool says:
        │ MCP error -32602: Invalid arguments
        A tool error is an answer of the tool and has no code: see toBeToolError
        Its text has the code all the same
      "
    `)
  })
  it('tells the tools that are listed when one was renamed', () => {
    const tools = ['read_file', 'search_files', 'write_file'].map((name) => ({ name, inputSchema: {} }))

    expect(messageOf(matchers.toListTool(tools, 'serach_files'))).toMatchInlineSnapshot(`
      "
      Expected the server to list the tool "serach_files", found 3 others
        Did you mean "search_files"?
        Listed: read_file, search_files, write_file
      "
    `)
  })
  it('tells each breach of a contract', () => {
    const tool = {
      name: 'read',
      description: 'Reads a file',
      inputSchema: { type: 'object', properties: { path: {} }, required: ['path', 'encoding'] },
      annotations: { destructiveHint: false },
    }

    expect(
      messageOf(
        matchers.toListTool([tool], 'read', {
          description: 'directory',
          accepts: ['path', 'limit'],
          requires: ['path'],
          inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
          annotations: { readOnlyHint: true, destructiveHint: true },
        }),
      ),
    ).toMatchInlineSnapshot(`
      "
      Expected the tool "read" to keep its contract, found 7 breaches
        description: expected "directory" in it, found "Reads a file"
        argument "limit": not accepted; it has path
        argument "encoding": required, though the contract does not say so
        inputSchema/properties/path/type: expected "string", found nothing
        inputSchema/required: expected nothing, found ["path","encoding"]
        annotations/readOnlyHint: expected true, found nothing, which means false
        annotations/destructiveHint: expected true, found false
      "
    `)
  })
  it('tells what came instead of a notification', () => {
    const response = resultOf('ok', {
      ...called('refresh'),
      notifications: [{ method: 'notifications/tools/list_changed', params: {}, atMs: 1 }],
    })

    expect(messageOf(matchers.toHaveNotified(response, 'tools/list_changed'))).toMatchInlineSnapshot(`
      "
      Expected "refresh" to send tools/list_changed, found none such
        Did you mean "notifications/tools/list_changed"?
        Came: notifications/tools/list_changed (1 time)
      "
    `)
    expect(
      messageOf(matchers.toHaveNotified(resultOf('ok', called('refresh')), 'notifications/message')),
    ).toMatchInlineSnapshot(`
      "
      Expected "refresh" to send notifications/message, found no notification
      "
    `)
  })
})
