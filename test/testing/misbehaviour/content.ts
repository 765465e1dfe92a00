/** Servers whose answers hold more than a text, or less than a test wants to see. */
import { contentMatcher, matchers } from '../../../src/testing/index.js'
import { answered, type Misbehaviour, type Play, said } from './misbehaviour.js'

const BLOCKS = [
  { type: 'text', text: 'first' },
  { type: 'text', text: 'second', annotations: { audience: ['user'] } },
  { type: 'image', data: 'aW1hZ2U=', mimeType: 'image/png' },
  { type: 'audio', data: 'YXVkaW8=', mimeType: 'audio/wav' },
  { type: 'resource_link', uri: 'file:///note.md', name: 'note' },
  { type: 'resource', resource: { uri: 'file:///note.md', text: 'a note' } },
]

const viewCall: Play = async (client) => {
  const { content, blocks, structured } = await client.callTool('echo', { message: 'hello' })
  return { content, blocks, structured }
}

const callUnknown: Play = async (client) => {
  const response = await client.callTool('nope')
  const { success, outcome } = response
  const judged = await matchers.toBeUnknownTool(response)
  return { success, kind: outcome.kind, isUnknownTool: judged.pass }
}

const countChecked: Play = async (client) => {
  const [tool] = await client.listTools()
  if (tool === undefined) throw new Error('The server has one tool')
  const response = await client.callTool('count')
  const judged = await matchers.toMatchOutputSchema(response, tool)
  return { outcome: response.outcome, isAsDeclared: judged.pass }
}

const matchNames: Play = async (client) => {
  const response = await client.callTool('echo', { message: 'the content of results' })
  return ['content', 'results', 'text'].map((name) => contentMatcher([name]).matches(response))
}

export const CONTENT: readonly Misbehaviour[] = [
  {
    points: ['kinds of content'],
    server: 'every-kind-of-content',
    what: 'keeps every block, the texts apart, and the structured content',
    play: viewCall,
    expected: { content: 'first\nsecond', blocks: BLOCKS, structured: { blocks: 6 } },
    frames: [{ id: 2, result: { content: BLOCKS } }],
    deadlineMs: 5000,
    control: {
      server: 'echo',
      expected: { content: 'hello', blocks: [{ type: 'text', text: 'hello' }], structured: undefined },
    },
  },
  {
    points: ['kinds of failure'],
    server: 'unknown-tool-as-tool-error',
    what: 'sees that the tool does not exist, by a policy, and counts no success',
    play: callUnknown,
    expected: { success: false, kind: 'tool-error', isUnknownTool: true },
    frames: [{ id: 2, result: { isError: true, content: [{ text: 'Tool nope not found' }] } }],
    deadlineMs: 5000,
    control: { server: 'echo', expected: { success: false, kind: 'rpc-error', isUnknownTool: true } },
  },
  {
    points: ['output schema'],
    server: 'breaks-output-schema',
    what: 'keeps the result, and tells that it is not as declared',
    play: countChecked,
    expected: { outcome: said('{"count":"three"}', { structured: { count: 'three' } }), isAsDeclared: false },
    frames: [{ id: 3, result: { structuredContent: { count: 'three' } } }],
    deadlineMs: 5000,
    control: {
      server: 'structured-output',
      expected: { outcome: said('{"count":3}', { structured: { count: 3 } }), isAsDeclared: true },
    },
  },
  {
    points: ['empty answers'],
    server: 'finds-nothing',
    what: 'looks for text in the text, not in what holds it',
    play: matchNames,
    expected: [false, false, false],
    frames: [{ id: 2, result: { content: [], structuredContent: { results: [] } } }],
    deadlineMs: 5000,
    control: { server: 'echo', expected: [true, true, false] },
  },
  {
    points: ['arguments'],
    server: 'tells-arguments',
    what: 'sends nothing, empty values and null as they were given',
    play: async (client) => {
      const given = [undefined, {}, { topic: '' }, { list: {} }, { context: null }]
      const seen: unknown[] = []
      for (const args of given) seen.push((await client.callTool('echo', args)).content)
      return seen
    },
    expected: [
      '{"name":"echo"}',
      '{"name":"echo","arguments":{}}',
      '{"name":"echo","arguments":{"topic":""}}',
      '{"name":"echo","arguments":{"list":{}}}',
      '{"name":"echo","arguments":{"context":null}}',
    ],
    frames: [answered(6, '{"name":"echo","arguments":{"context":null}}')],
    deadlineMs: 5000,
    control: { server: 'echo', expected: ['', '', '', '', ''] },
  },
]
