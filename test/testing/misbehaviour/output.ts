/** Servers that write to standard output what is no message. */
import { answered, callsInTurn, type Misbehaviour, said } from './misbehaviour.js'

const hello = { server: 'echo', expected: said('hello') }

export const OUTPUT: readonly Misbehaviour[] = [
  {
    points: ['standard output'],
    server: 'banner-on-stdout',
    what: 'shows the line, and goes on',
    expected: said('hello'),
    frames: ['Fixture server v1.0 listening', { id: 1 }, answered(2, 'hello')],
    complaints: ['noise'],
    violates: [/carries a line that is no message/],
    deadlineMs: 5000,
    control: hello,
  },
  {
    points: ['standard output'],
    server: 'banner-before-reply',
    what: 'shows every line, and gives each call its own answer',
    play: callsInTurn('a', 'b', 'c'),
    expected: [said('a'), said('b'), said('c')],
    frames: [
      'DEBUG handling tools/call',
      answered(2, 'a'),
      'DEBUG handling tools/call',
      answered(3, 'b'),
      'DEBUG handling tools/call',
      answered(4, 'c'),
    ],
    complaints: ['noise', 'noise', 'noise'],
    violates: [/carries a line that is no message/],
    deadlineMs: 5000,
    control: { server: 'echo', expected: [said('a'), said('b'), said('c')] },
  },
  {
    points: ['standard output'],
    server: 'json-on-stdout',
    what: 'tells JSON that is no message',
    expected: said('hello'),
    frames: [{ level: 'info', msg: 'called' }, answered(2, 'hello')],
    complaints: ['invalid-message'],
    violates: [/it has no method/],
    deadlineMs: 5000,
    control: hello,
  },
  {
    points: ['standard output'],
    server: 'invalid-utf8',
    what: 'tells a line that is not UTF-8',
    expected: said('hello'),
    frames: ['{"\ufffd\ufffd"}', answered(2, 'hello')],
    complaints: ['noise'],
    violates: [/it is not UTF-8/],
    deadlineMs: 5000,
    control: hello,
  },
  {
    points: ['standard output'],
    server: 'torn-utf8',
    what: 'puts characters together that come byte by byte',
    play: callsInTurn('žluťoučký 🐎'),
    expected: [said('žluťoučký 🐎')],
    frames: [answered(2, 'žluťoučký 🐎')],
    deadlineMs: 5000,
    control: { server: 'echo', expected: [said('žluťoučký 🐎')] },
  },
  {
    points: ['standard error'],
    server: 'floods-stderr',
    what: 'reads on, however much that is',
    play: async (client) => {
      for (let i = 0; i < 300; i++) await client.callTool('echo', { message: 'hello' })
      return client.callTool('echo', { message: 'the last' }).then(({ content }) => content)
    },
    expected: 'the last',
    frames: [answered(302, 'the last')],
    deadlineMs: 8000,
    control: { server: 'echo', expected: 'the last' },
  },
]
