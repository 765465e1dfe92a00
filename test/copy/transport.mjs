/** The transport to a server in a copied world; prints what happened. See servers.test.ts. */
const [, , dist, deno] = process.argv
if (process.getuid() === 0) throw new Error('refused: root makes no copies')
const { createCopiedWorld } = await import(`${dist}/transport/copy/index.js`)
const { systemClock } = await import(`${dist}/base/index.js`)
const HOUR_MS = 3_600_000
const world = await createCopiedWorld({ denoPath: deno })
// Lines end at the byte 0x0A alone: node:readline of newer releases splits at U+2028 too, which JSON may hold.
const ECHO = `let rest = ''
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\\n')
  rest = lines.pop()
  for (const line of lines) {
    const message = JSON.parse(line)
    if (message.method === 'quit') process.exit(5)
    console.log(JSON.stringify({ jsonrpc: '2.0', method: 'returned', params: { message } }))
  }
})`

const echo = await start(process.execPath, ['-e', ECHO])
const big = 'ž\u2028🐎'.repeat(200_000)
for (let n = 0; n < 100; n++) void echo.transport.send({ jsonrpc: '2.0', method: 'test', params: { n } })
await echo.transport.send({ jsonrpc: '2.0', method: 'test', params: { big } })
await echo.until(101)
await echo.transport.send({ jsonrpc: '2.0', method: 'quit' })
const quit = await echo.closed
const stubborn = await start('sh', ['-c', 'trap "" TERM; echo ready >&2; while :; do sleep 0.1; done'], {
  graceMs: 100,
})
await stubborn.said
await stubborn.transport.close()
const polite = await start('sh', ['-c', 'trap "exit 7" TERM; echo ready >&2; while :; do sleep 0.05; done'], {
  endGraceMs: 0,
  graceMs: 5000,
})
await polite.said
await polite.transport.close()
const gone = await start(process.execPath, ['-e', ECHO])
await world.close()
const ended = await gone.closed
const late = await world.run({ command: 'true' }).catch(({ code }) => code)
let passedMs = 0
const clock = { ...systemClock, monotonic: () => passedMs + systemClock.monotonic() }
const short = await createCopiedWorld({ denoPath: deno, maxLifetimeMs: 2 * HOUR_MS, clock })
const limited = await start('cat', [], {}, short)
passedMs += 3 * HOUR_MS
const limit = await limited.closed
process.stdout.write(
  JSON.stringify({
    inOrder: echo.heard.slice(0, 100).every(({ params }, n) => params.message.params.n === n),
    whole: echo.heard[100].params.message.params.big === big,
    quit,
    stubborn: await stubborn.closed,
    polite: await polite.closed,
    ended,
    late,
    limit,
  }),
)

async function start(command, args, options, where = world) {
  const transport = await where.start({ command, args, cwd: '/' }, options)
  const heard = []
  let [wake, end, say] = [() => undefined]
  const closed = new Promise((resolve) => (end = resolve))
  const said = new Promise((resolve) => (say = resolve))
  transport.start({
    message: (message) => {
      heard.push(message)
      wake()
    },
    noise: () => undefined,
    stderr: () => say(),
    closed: ({ kind, exitCode, signal, error }) => {
      end({ kind, exitCode, signal, code: error?.code })
      wake()
    },
  })
  let isOver = false
  void closed.then(() => (isOver = true))
  const until = async (count) => {
    while (heard.length < count) {
      if (isOver) throw new Error(`it ended after ${heard.length} of ${count} messages`)
      await new Promise((resolve) => (wake = resolve))
    }
  }
  return { transport, heard, closed, said, until }
}
