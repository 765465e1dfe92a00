/** Servers that write to their outputs what a client does not expect there, or in pieces that it does not expect. */
import { DEADLINE_MS, notification, type StagedRow } from '../row.js'

const row = { era: 'legacy', right: 'answer', deadlineMs: DEADLINE_MS } as const

export const OUTPUT_ROWS: readonly StagedRow[] = [
  {
    ...row,
    id: 'banner-on-stdout',
    does: 'prints a banner to standard output before the first message',
    play: (stage) => ({ start: () => stage.write('Torture server v1.0 listening\n') }),
  },
  {
    ...row,
    id: 'banner-before-reply',
    does: 'prints a line that is not JSON before every reply',
    play: (stage) => ({ heard: () => stage.write('DEBUG handling a message\n') }),
  },
  {
    ...row,
    id: 'json-on-stdout',
    does: 'logs to standard output, as JSON that is no message',
    play: (stage) => ({ heard: () => stage.write('{"level":"info","msg":"called"}\n[]\n7\nnull\n') }),
  },
  {
    ...row,
    id: 'blank-lines',
    does: 'prints blank lines between its messages',
    play: (stage) => ({ heard: () => stage.write('\n  \n\r\n') }),
  },
  {
    ...row,
    id: 'echoes-input',
    does: 'prints every line that it reads, as a terminal does',
    play: (stage) => ({ heard: (line) => stage.write(`${line}\n`) }),
  },
  {
    ...row,
    id: 'invalid-utf8',
    does: 'prints a line that is not UTF-8 before the answer',
    play: (stage) => ({
      on: {
        'tools/call'(request) {
          stage.write(Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d, 0x0a))
          stage.behave('tools/call', request)
        },
      },
    }),
  },
  {
    ...row,
    id: 'torn-utf8',
    does: 'writes the answer byte by byte, through the middle of its characters',
    flavour: 'žluťoučký 🐎 ',
    play: (stage) => ({
      on: {
        'tools/call'(request) {
          const bytes = Buffer.from(`${JSON.stringify(stage.rightResponse(request))}\n`)
          const next = (at: number): void => {
            if (at === bytes.length) return
            stage.write(bytes.subarray(at, at + 1))
            setImmediate(() => next(at + 1))
          }
          next(0)
        },
      },
    }),
  },
  {
    ...row,
    id: 'crlf',
    does: 'ends its lines with CR and LF',
    play: (stage) => ({
      on: { 'tools/call': (request) => stage.write(`${JSON.stringify(stage.rightResponse(request))}\r\n`) },
    }),
  },
  {
    ...row,
    id: 'line-separators',
    does: 'writes U+2028, U+2029 and U+0085 into its texts, where JSON allows them',
    flavour: 'a\u2028b\u2029c\u0085d ',
    play: () => ({}),
  },
  {
    ...row,
    id: 'huge-line',
    does: 'answers with a line of four million characters',
    play: (stage) => ({
      on: {
        'tools/call'(request) {
          const { result, ...envelope } = stage.rightResponse(request)
          const padding = 'x'.repeat(4_000_000)
          stage.send({ ...envelope, result: { ...result, _meta: { 'com.example/padding': padding } } })
        },
      },
    }),
  },
  {
    ...row,
    id: 'deep-json',
    does: 'answers with JSON that is nested twenty thousand levels deep',
    right: 'either',
    play: (stage) => ({
      on: {
        'tools/call'(request) {
          const deep = '['.repeat(20_000) + ']'.repeat(20_000)
          const text = JSON.stringify(stage.rightResponse(request))
          stage.write(`${text.replace('"content"', `"_meta":{"com.example/deep":${deep}},"content"`)}\n`)
        },
      },
    }),
  },
  {
    ...row,
    id: 'many-in-one-write',
    does: 'writes a hundred notifications and the answer at once',
    play: (stage) => ({
      on: {
        'tools/call'(request) {
          const log = notification('notifications/message', { level: 'info', data: 'working' })
          const lines = [...Array(100).fill(log), stage.rightResponse(request)]
          stage.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
        },
      },
    }),
  },
  {
    ...row,
    id: 'pretty-printed',
    does: 'spreads the answer over several lines',
    right: 'error',
    play: (stage) => ({
      on: {
        'tools/call': (request) => stage.write(`${JSON.stringify(stage.rightResponse(request), null, 2)}\n`),
      },
    }),
  },
  {
    ...row,
    id: 'no-line-feed',
    does: 'writes the answer without the line feed that ends it, and says nothing more',
    right: 'error',
    play: (stage) => ({
      on: { 'tools/call': (request) => stage.write(JSON.stringify(stage.rightResponse(request))) },
    }),
  },
  {
    ...row,
    id: 'prompt-before-reply',
    does: 'prints a word without a line feed before the answer, so that both stand in one line',
    right: 'error',
    play: (stage) => ({
      on: {
        'tools/call'(request) {
          stage.write('ready> ')
          stage.behave('tools/call', request)
        },
      },
    }),
  },
  {
    ...row,
    id: 'byte-order-mark',
    does: 'begins its output with a byte order mark',
    right: 'either',
    play: (stage) => ({ start: () => stage.write('\ufeff') }),
  },
  {
    ...row,
    id: 'endless-line',
    does: 'answers with a line that never ends',
    right: 'error',
    play: (stage) => ({
      on: { 'tools/call': () => stage.every(5, () => stage.write('x'.repeat(1_000_000))) },
    }),
  },
  {
    ...row,
    id: 'floods-stderr',
    does: 'writes a megabyte to standard error before the answer',
    play: (stage) => ({
      on: {
        'tools/call'(request) {
          for (let n = 0; n < 1000; n++) stage.log(`${n} ${'x'.repeat(1000)}`)
          stage.behave('tools/call', request)
        },
      },
    }),
  },
  {
    ...row,
    id: 'floods-stdout',
    does: 'sends ten thousand notifications before the answer',
    play: (stage) => ({
      on: {
        'tools/call'(request) {
          for (let n = 0; n < 10_000; n++)
            stage.send(notification('notifications/message', { level: 'info', data: n }))
          stage.behave('tools/call', request)
        },
      },
    }),
  },
]
