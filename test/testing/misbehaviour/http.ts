/** Servers over HTTP whose responses are not what they should be. */
import type { SessionError } from '../../../src/base/index.js'
import { answered, callsInTurn, type Misbehaviour, said, told } from './misbehaviour.js'

const hello = { server: 'http-echo', expected: said('hello') }

export const HTTP: readonly Misbehaviour[] = [
  {
    points: ['over HTTP'],
    server: 'http-wrong-content-type',
    what: 'believes no answer that comes as plain text',
    expected: { thrown: 'HTTP_FAILED' },
    frames: ['{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"hello"}]}}'],
    complaints: ['noise'],
    violates: [/the body of a response is no message/],
    deadlineMs: 5000,
    control: hello,
  },
  {
    points: ['over HTTP'],
    server: 'http-stream-without-answer',
    what: 'rejects the call when its stream ends, at once',
    expected: { thrown: 'HTTP_FAILED' },
    frames: [{ method: 'notifications/message' }],
    deadlineMs: 5000,
    control: hello,
  },
  {
    points: ['over HTTP'],
    server: 'http-event-no-json',
    what: 'shows the event, and takes the next one',
    expected: said('hello'),
    frames: ['DEBUG handling tools/call', answered(2, 'hello')],
    complaints: ['noise'],
    violates: [/an event of a stream is no message/],
    deadlineMs: 5000,
    control: hello,
  },
  {
    points: ['over HTTP'],
    server: 'http-forgets-session',
    what: 'tells that the session is over',
    play: callsInTurn('a', 'b'),
    expected: [said('a'), { thrown: 'CONNECTION_CLOSED' }],
    frames: [answered(2, 'a')],
    deadlineMs: 5000,
    control: { server: 'http-echo', expected: [said('a'), said('b')] },
  },
  {
    points: ['over HTTP'],
    server: 'http-html-error',
    what: 'tells the page',
    play: (client) =>
      client.callTool('echo', { message: 'hello' }).then(
        ({ outcome }) => outcome,
        ({ code, data }: SessionError) => ({ code, data }),
      ),
    expected: {
      code: 'HTTP_FAILED',
      data: { status: 500, body: '<html><body><h1>Internal Server Error</h1></body></html>' },
    },
    frames: [{ id: 1 }],
    deadlineMs: 5000,
    control: hello,
  },
  {
    points: ['over HTTP'],
    server: 'http-answers-another-id',
    what: "takes the answer for nobody's, and does not wait for another",
    expected: { thrown: 'HTTP_FAILED' },
    frames: [answered(1002, 'hello')],
    complaints: ['unmatched-response'],
    violates: [/it answers no request.*1002/],
    deadlineMs: 5000,
    control: hello,
  },
  {
    points: ['over HTTP'],
    server: 'http-endless-body',
    what: 'stops reading at the limit',
    expected: { thrown: 'MESSAGE_TOO_LARGE' },
    frames: [{ id: 1 }],
    deadlineMs: 5000,
    control: hello,
  },
  {
    points: ['over HTTP'],
    server: 'http-silent-call',
    what: 'gives the call up in time',
    play: (client) => told(client.callTool('echo', { message: 'hello' }, { timeout: 500 })),
    expected: { thrown: 'REQUEST_TIMEOUT' },
    frames: [{ id: 1 }],
    deadlineMs: 5000,
    control: hello,
  },
]
