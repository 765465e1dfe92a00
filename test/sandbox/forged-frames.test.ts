/** Guests that write what they like on the channel: the host believes nothing that does not fit what it has seen itself. */
import { test as base, describe, expect } from 'vitest'
import { systemClock } from '../../src/base/index.js'
import { completeBudgets } from '../../src/sandbox/budgets.js'
import type { GuestJob, GuestRun } from '../../src/sandbox/index.js'
import { platformOf } from '../../src/sandbox/layers/this-platform.js'
import { type GuestRecipe, startGuest } from '../../src/sandbox/process/guest-process.js'
import { runInGuest } from '../../src/sandbox/run/guest-run.js'
import { verifies } from '../verifies.js'
import { bareRecipe } from './bare-guest.js'
import { guestJob } from './guest-job.js'

verifies('sandbox:host-decides', 'sandbox:frames-not-forged', 'adr:bridge-message')

const test = base.extend<{ recipe: GuestRecipe }>({
  recipe: [
    // biome-ignore lint/correctness/noEmptyPattern: the test runner reads what a fixture needs from this pattern
    async ({}, use) => {
      const recipe = { ...(await bareRecipe()), source: FORGER }
      await use(recipe)
      recipe.audits?.close()
    },
    { scope: 'file' },
  ],
})

const CALL = '{"type":"rpc_call","id":1,"server":"s","tool":"t","unknown_at":[]}'
const DONE = '{"type":"execution_complete","success":true,"result":1,"unknown_at":[]}'

test('one end counts, and nothing that comes after it', async ({ recipe }) => {
  const calls: number[] = []
  const job = guestJob(
    `write(${JSON.stringify([DONE, DONE.replace('1', '2'), '{"type":"console","level":"log","text":"late"}', CALL].join('\n'))})`,
    {
      answer: async ({ n }) => {
        calls.push(n)
        return { kind: 'value', value: null, elapsedMs: 0 }
      },
    },
  )

  const run = await forge(recipe, job)

  expect(run).toMatchObject({ ended: 'completed', result: 1, console: [] })
  expect(calls).toEqual([])
})

describe('a message that does not fit ends the run as a violation of the protocol', () => {
  test.for([
    ['text', 'hello'],
    ['a bare value', '42'],
    ['an array', '[]'],
    ['nothing', ''],
    ['an unknown type', '{"type":"tool_result","id":1}'],
    ['a message of the host', '{"type":"rpc_result","id":1,"success":true,"result":1}'],
    ['a type from the prototype', '{"type":"constructor"}'],
    ['a call without a number', CALL.replace('"id":1,', '')],
    ['a call that skips a number', CALL.replace('"id":1', '"id":2')],
    ['a number that is used twice', `${CALL}\n${CALL}`],
    ['a call with arguments that are a list', CALL.replace('"unknown_at"', '"args":[1],"unknown_at"')],
    ['a call of something that is no name', CALL.replace('"t"', '{}')],
    [
      'a call with a number that is not finite',
      CALL.replace('"unknown_at"', '"args":{"x":1e999},"unknown_at"'),
    ],
    ['a call with half a character', CALL.replace('"unknown_at"', '"args":{"x":"\\ud800"},"unknown_at"')],
    [
      'a call with half a character in a key',
      CALL.replace('"unknown_at"', '"args":{"\\udfff":1},"unknown_at"'),
    ],
    ['pointers that are none', CALL.replace('[]', '[1]')],
    ['a line of an unknown level', '{"type":"console","level":"alert","text":"x"}'],
    ['an end without a result or an error', '{"type":"execution_complete","success":false}'],
  ] as const)('when it is %s', async ([, frame], { recipe }) => {
    const run = await forge(recipe, guestJob(`write(${JSON.stringify(frame)}); await forever()`))

    expect(run, frame).toMatchObject({
      ended: 'protocol_violation',
      result: null,
      why: expect.stringMatching(/^it /),
    })
  })
})

describe('a frame that does not begin with the secret of its run ends it as a violation of the protocol', () => {
  test.for([
    ['there is no secret', 'done'],
    ['it is another one', `done.replace('{', '{"secret":"00000000000000000000000000000000",')`],
    ['it is empty', `done.replace('{', '{"secret":"",')`],
    ['it is shorter', `done.replace('{', '{"secret":"' + secret.slice(1) + '",')`],
    ['it stands last', `done.replace(/}$/, ',"secret":"' + secret + '"}')`],
    ['a space stands before it', `done.replace('{', '{ "secret":"' + secret + '",')`],
    ['it stands in a console line', `'{"type":"console","level":"log","text":"' + secret + '"}'`],
  ] as const)('when %s', async ([, line], { recipe }) => {
    const code = `const done = ${JSON.stringify(DONE)}; writeRaw(${line} + String.fromCharCode(10)); await forever()`

    const run = await forge(recipe, guestJob(code))

    expect(run).toMatchObject({
      ended: 'protocol_violation',
      result: null,
      why: 'it sent a line without the secret of its run',
    })
  })
})

test('what is nearest to a violation is taken', async ({ recipe }) => {
  const proto =
    '{"type":"rpc_call","id":1,"server":"s","tool":"t","args":{"__proto__":{"polluted":1},"\\\\ud800":"\\ud83d\\ude00"},"unknown_at":[],"line":0,"column":1e9,"more":1}'
  const seen: unknown[] = []

  const run = await forge(
    recipe,
    guestJob(
      `write(${JSON.stringify(proto)}); await readReply(); write(${JSON.stringify(DONE)}); await forever()`,
      {
        answer: async (call) => {
          seen.push(JSON.stringify(call))
          return { kind: 'value', value: null, elapsedMs: 0 }
        },
      },
    ),
  )

  expect(run.ended).toBe('completed')
  expect(seen).toEqual([
    '{"n":1,"after":0,"server":"s","tool":"t","unknownAt":[],"arguments":{"__proto__":{"polluted":1},"\\\\ud800":"😀"}}',
  ])
  expect('polluted' in {}).toBe(false)
})

describe('where a call stands is a claim', () => {
  const claimed = (line: number, column: number) =>
    CALL.replace('"unknown_at"', `"line":${line},"column":${column},"unknown_at"`)

  test.for([
    ['where the text has a call, it stands there', 2, 7, { line: 2, column: 11 }],
    ['where the text has none, it has no place', 3, 7, undefined],
    ['outside the text, it has no place', 99, 1, undefined],
  ] as const)('%s', async ([, line, column, site], { recipe }) => {
    const sites: unknown[] = []
    const job = guestJob(`write(${JSON.stringify(`${claimed(line, column)}\n${DONE}`)}); await forever()`, {
      callAt: (place) => (place.line === 2 && place.column === 7 ? { line: 2, column: 11 } : undefined),
      answer: async (call) => {
        sites.push(call.site)
        return { kind: 'value', value: null, elapsedMs: 0 }
      },
    })

    await forge(recipe, job)

    expect(sites).toEqual([site])
  })

  test('calls whose place is not believed count together for their tool', async ({ recipe }) => {
    const frames = [1, 2, 3].map((id) => claimed(id, 1).replace('"id":1', `"id":${id}`))
    const job = guestJob(`write(${JSON.stringify(frames.join('\n'))}); await forever()`, {
      callAt: () => undefined,
      budgets: { callsPerSite: 2 },
    })

    const run = await forge(recipe, job)

    expect(run).toMatchObject({ ended: 'call_limit', why: 'it made more than 2 calls of s:t' })
  })
})

test('a guest gets no reply before it says that it awaits them, however long it goes on', async ({
  recipe,
}) => {
  const after: number[] = []
  const call = (id: number) => CALL.replace('"id":1', `"id":${id}`)
  const code = `write(${JSON.stringify(call(1))})
    const early = Promise.race([Deno.stdin.read(new Uint8Array(1)).then(() => 'early'), new Promise((r) => setTimeout(r, 100, 'nothing'))])
    if ((await early) === 'nothing') write(${JSON.stringify(`${call(2)}\n{"type":"awaiting"}\n${call(3)}\n${DONE}`)})
    await forever()`

  const run = await forge(
    recipe,
    guestJob(code, {
      answer: async (received) => {
        after.push(received.after)
        return { kind: 'value', value: null, elapsedMs: 0 }
      },
    }),
  )

  expect(run.ended).toBe('completed')
  expect(after).toEqual([0, 0, 2])
})

describe('a forged flood ends the run by its size', () => {
  test.for([
    ['a line without end', `for (;;) writeRaw('x'.repeat(65536))`],
    [
      'arguments 100,000 levels deep',
      `write('{"type":"rpc_call","id":1,"server":"s","tool":"t","unknown_at":[],"args":' + '{"x":'.repeat(1e5) + '1' + '}'.repeat(1e5) + '}')`,
    ],
    [
      'a result 100,000 levels deep',
      `write('{"type":"execution_complete","success":true,"unknown_at":[],"result":' + '['.repeat(1e5) + ']'.repeat(1e5) + '}')`,
    ],
    ['a limit that it says it has reached', `write('{"type":"limit_exceeded","limit":"bytes"}')`],
  ] as const)('when it is %s', async ([, code], { recipe }) => {
    const run = await forge(recipe, guestJob(`${code}; await forever()`))

    expect(run.ended).toBe('size_limit')
  })
})

describe('an error names a call only when the host answered that call with an error', () => {
  const toolError = { tool: 's:t', layer: 'tool', code: null, message: 'no', content: null } as const
  const failed = (call: number) =>
    `{"type":"execution_complete","success":false,"error":{"name":"ToolError","message":"no","call_id":${call}}}`

  test.for([
    ['a call that was answered with an error', 1, 1],
    ['a call that was answered with a value', 2, undefined],
    ['a call that was never made', 3, undefined],
  ] as const)('when it names %s', async ([, named, kept], { recipe }) => {
    const code = `write(${JSON.stringify(`${CALL}\n${CALL.replace('"id":1', '"id":2')}`)}); await readReply(); await readReply(); write(${JSON.stringify(failed(named))}); await forever()`

    const run = await forge(
      recipe,
      guestJob(code, {
        answer: async ({ n }) =>
          n === 1
            ? { kind: 'error', error: toolError, elapsedMs: 0 }
            : { kind: 'value', value: null, elapsedMs: 0 },
      }),
    )

    expect(run.error).toEqual({
      name: 'ToolError',
      message: 'no',
      ...(kept === undefined ? {} : { call: kept }),
    })
  })
})

describe('a guest that ends without an end of the program has crashed', () => {
  test.for([
    ['exits well', 'Deno.exit(0)', /exited with code 0/],
    ['exits with an error', 'Deno.exit(3)', /exited with code 3/],
    ['cuts its last message', `writeRaw(${JSON.stringify(DONE)}); Deno.exit(0)`, /exited with code 0/],
    ['aborts', `(await import('node:process')).abort()`, /SIGABRT|exit code/],
  ] as const)('when it %s', async ([, code, why], { recipe }) => {
    const run = await forge(recipe, guestJob(code))

    expect(run).toMatchObject({ ended: 'crashed', result: null, why: expect.stringMatching(why) })
  })
})

test('a guest that stops itself is ended by the clock', async ({ recipe }) => {
  const code = `const p = await import('node:process'); p.kill(p.pid, 'SIGSTOP'); await forever()`

  const run = await forge(recipe, guestJob(code, { budgets: { wallMs: 500 } }))

  expect(run.ended).toBe('timed_out')
})

test('a guest that starts a worker from below is ended, and the host is well', async ({ recipe }) => {
  const code = `for (let i = 0; i < 200; i++) new Worker('data:text/javascript,for(;;){}', { type: 'module' }); await forever()`

  const run = await forge(recipe, guestJob(code, { budgets: { wallMs: 3_000, cpuSeconds: 1 } }))

  expect(['out_of_memory', 'crashed', 'cpu_limit', 'timed_out']).toContain(run.ended)
})

async function forge(recipe: GuestRecipe, job: GuestJob): Promise<GuestRun> {
  const guest = await startGuest(recipe)
  return runInGuest(guest, job, completeBudgets(job.budgets), {
    platform: platformOf(process.platform, process.arch),
    clock: systemClock,
    signal: new AbortController().signal,
  })
}

const FORGER = `
const buffer = new Uint8Array(65536), decoder = new TextDecoder()
let rest = ''
globalThis.writeRaw = (text) => { const bytes = new TextEncoder().encode(text); for (let n = 0; n < bytes.length; ) n += Deno.stdout.writeSync(bytes.subarray(n)) }
globalThis.write = (text) => writeRaw(text.split('\\n').map((line) => line.replace(/^{/, '{"secret":"' + globalThis.secret + '",') + '\\n').join(''))
globalThis.forever = () => { setInterval(() => {}, 1000); return new Promise(() => {}) }
globalThis.readReply = () => { write('{"type":"awaiting"}'); return readLine() }
globalThis.readLine = () => {
  while (!rest.includes('\\n')) rest += decoder.decode(buffer.subarray(0, Deno.stdin.readSync(buffer)))
  const line = rest.slice(0, rest.indexOf('\\n'))
  rest = rest.slice(line.length + 1)
  return line
}
writeRaw('ready\\n')
const { code, secret } = JSON.parse(readLine())
globalThis.secret = secret
Deno[Deno.internal].core.evalContext('(async function () {' + code + '\\n})', 'bare:program')[0]()
`
