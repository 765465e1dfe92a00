/** Servers whose responses answer nobody, answer twice, or are no answers. */
import type { JsonObject, JsonValue } from '../../base/index.js'
import {
  DEADLINE_MS,
  ECHO_TOOL,
  type Play,
  PROMPT_MS,
  type Stage,
  type StagedRow,
  textResult,
} from '../row.js'

const wrongAnswer = { era: 'legacy', right: 'error', deadlineMs: DEADLINE_MS } as const
const straySurvived = { era: 'legacy', right: 'answer', deadlineMs: DEADLINE_MS } as const

export const ANSWER_ROWS: readonly StagedRow[] = [
  {
    ...straySurvived,
    id: 'duplicate-response',
    does: 'answers the call twice, and not the same',
    play: (stage) => ({
      on: {
        'tools/call'(request) {
          stage.behave('tools/call', request)
          stage.reply(request, textResult(stage.wrong))
        },
      },
    }),
  },
  {
    ...straySurvived,
    id: 'unknown-id',
    does: 'answers a request that nobody made, before the answer',
    play: (stage) => stray(stage, () => ({ id: 4711, result: textResult(stage.wrong) })),
  },
  {
    ...straySurvived,
    id: 'earlier-id',
    does: 'answers the handshake once more, before the answer',
    play(stage) {
      let first: JsonValue | undefined
      return {
        on: {
          initialize(request) {
            first = request.id
            stage.behave('initialize', request)
          },
          'tools/call'(request) {
            stage.send({ jsonrpc: '2.0', id: first ?? null, result: textResult(stage.wrong) })
            stage.behave('tools/call', request)
          },
        },
      }
    },
  },
  {
    ...straySurvived,
    id: 'null-id',
    does: 'sends a result whose id is null, before the answer',
    play: (stage) => stray(stage, () => ({ id: null, result: textResult(stage.wrong) })),
  },
  {
    ...straySurvived,
    id: 'error-without-id',
    does: 'says that it could not read something, before the answer',
    play: (stage) => stray(stage, () => ({ error: { code: -32700, message: 'Parse error' } })),
  },
  {
    ...wrongAnswer,
    id: 'string-ids',
    does: 'answers with the id turned into a string',
    play: (stage) =>
      instead(stage, ({ id }) => ({ id: JSON.stringify(id), result: textResult(stage.wrong) })),
  },
  {
    ...wrongAnswer,
    id: 'another-id',
    does: 'answers with an id that is one higher',
    play: (stage) => instead(stage, ({ id }) => ({ id: Number(id) + 1, result: textResult(stage.wrong) })),
  },
  {
    ...wrongAnswer,
    id: 'result-and-error',
    does: 'answers with a result and an error in one',
    play: (stage) =>
      instead(stage, ({ id }) => ({
        id,
        result: textResult(stage.wrong),
        error: { code: -32603, message: 'or not' },
      })),
  },
  {
    ...wrongAnswer,
    id: 'neither',
    does: 'answers with neither a result nor an error',
    play: (stage) => instead(stage, ({ id }) => ({ id })),
  },
  {
    ...wrongAnswer,
    id: 'null-result',
    does: 'answers with the result null',
    play: (stage) => instead(stage, ({ id }) => ({ id, result: null })),
  },
  {
    ...wrongAnswer,
    id: 'error-as-text',
    does: 'answers with an error that is a text',
    play: (stage) => instead(stage, ({ id }) => ({ id, error: 'it broke' })),
  },
  {
    ...wrongAnswer,
    id: 'missing-content',
    does: 'answers with a result that has no content',
    play: (stage) => instead(stage, ({ id }) => ({ id, result: { structuredContent: { ok: true } } })),
  },
  {
    ...wrongAnswer,
    id: 'content-as-text',
    does: 'answers with content that is a text, not a list',
    play: (stage) => instead(stage, ({ id }) => ({ id, result: { content: stage.wrong } })),
  },
  {
    ...wrongAnswer,
    id: 'rpc-error',
    does: 'answers the call with an error of the protocol',
    deadlineMs: PROMPT_MS,
    play: (stage) => ({ on: { 'tools/call': (request) => stage.refuse(request, -32603, stage.wrong) } }),
  },
  {
    ...wrongAnswer,
    id: 'tool-error',
    does: 'answers that the tool failed, with a text as results have it',
    deadlineMs: PROMPT_MS,
    play: (stage) =>
      instead(stage, ({ id }) => ({ id, result: { ...textResult(stage.wrong), isError: true } })),
  },
  {
    ...wrongAnswer,
    id: 'breaks-output-schema',
    does: 'declares that the result has an integer, and gives a word',
    right: 'either',
    play: (stage) => declaring(stage, { structuredContent: { count: 'three' } }),
  },
  {
    ...wrongAnswer,
    id: 'missing-structure',
    does: 'declares an output schema, and gives no structured content',
    right: 'either',
    play: (stage) => declaring(stage, {}),
  },
  {
    ...wrongAnswer,
    id: 'unknown-content',
    does: 'puts a kind of content before the text that no revision knows',
    right: 'either',
    play: (stage) => withContent(stage, [{ type: 'hologram', data: 'aGk=' }]),
  },
  {
    ...straySurvived,
    id: 'every-kind-of-content',
    does: 'answers with an image, a sound, a link and a resource before the text, as it may',
    play: (stage) =>
      withContent(stage, [
        { type: 'image', data: 'aW1hZ2U=', mimeType: 'image/png' },
        { type: 'audio', data: 'YXVkaW8=', mimeType: 'audio/wav' },
        { type: 'resource_link', uri: 'file:///note.md', name: 'note' },
        { type: 'resource', resource: { uri: 'file:///note.md', text: 'a note' } },
      ]),
  },
  {
    ...straySurvived,
    id: 'unknown-fields',
    does: 'adds members that no revision knows to its tool, its result and its text, as it may',
    play: (stage) => ({
      on: {
        'tools/list': (request) =>
          stage.reply(request, { tools: [{ ...ECHO_TOOL, ...STRANGE }], ...STRANGE }),
        'tools/call'(request) {
          const [block] = stage.rightResponse(request).result.content
          stage.reply(request, { content: [{ ...block, ...STRANGE }], ...STRANGE })
        },
      },
    }),
  },
  {
    ...straySurvived,
    id: 'unknown-envelope',
    does: 'adds a member that no revision knows beside the result',
    right: 'either',
    play: (stage) => ({
      on: { 'tools/call': (request) => stage.send({ ...stage.rightResponse(request), ...STRANGE }) },
    }),
  },
  {
    ...straySurvived,
    id: 'batch',
    does: 'answers in a batch, which only one revision knows',
    right: 'either',
    play: (stage) => ({ on: { 'tools/call': (request) => stage.send([stage.rightResponse(request)]) } }),
  },
]

const STRANGE = { 'com.example/strange': { deep: [1, null] } }

/** Something that answers nobody, and then the answer. */
function stray(stage: Stage, message: () => JsonObject): Play {
  return {
    on: {
      'tools/call'(request) {
        stage.send({ jsonrpc: '2.0', ...message() })
        stage.behave('tools/call', request)
      },
    },
  }
}

/** Something in place of the answer. */
function instead(stage: Stage, message: (request: { readonly id: JsonValue }) => JsonObject): Play {
  return {
    on: { 'tools/call': ({ id = null }) => stage.send({ jsonrpc: '2.0', ...message({ id }) }) },
  }
}

function withContent(stage: Stage, before: readonly JsonObject[]): Play {
  return {
    on: {
      'tools/call'(request) {
        stage.reply(request, { content: [...before, ...stage.rightResponse(request).result.content] })
      },
    },
  }
}

function declaring(stage: Stage, more: JsonObject): Play {
  const outputSchema = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] }
  return {
    on: {
      'tools/list': (request) => stage.reply(request, { tools: [{ ...ECHO_TOOL, outputSchema }] }),
      'tools/call': (request) => stage.reply(request, { ...stage.rightResponse(request).result, ...more }),
    },
  }
}
