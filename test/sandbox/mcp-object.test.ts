/** `mcp` as the program sees it. */
import { expect } from 'vitest'
import type { GuestCall } from '../../src/sandbox/index.js'
import { verifies } from '../verifies.js'
import { guestJob, sharedGuestTest as test } from './guest-job.js'

verifies('adr:tool-proxies')

test('every way to name a tool reaches it', async ({ sandbox }) => {
  const calls: GuestCall[] = []

  const run = await sandbox.run(
    guestJob(
      `await mcp.fs.read(); await mcp["brave-search"]["web_search"](); await mcp?.fs?.read?.()
const { fs } = mcp, { read } = fs
await read(); await read.call(null); await Reflect.apply(read, null, [])
return [mcp.fs === mcp.fs, mcp.fs.read === fs.read]`,
      {
        answer: async (call) => {
          calls.push(call)
          return { kind: 'value', value: null, elapsedMs: 0 }
        },
      },
    ),
  )

  expect(run).toMatchObject({ ended: 'completed', result: [true, true] })
  expect(calls.map(({ server, tool }) => `${server}:${tool}`)).toEqual([
    'fs:read',
    'brave-search:web_search',
    ...Array(4).fill('fs:read'),
  ])
})

test('awaiting, printing and comparing mcp and its servers does no harm', async ({ sandbox }) => {
  const run = await sandbox.run(
    guestJob(`const s = await mcp.fs
      console.log(typeof mcp, typeof s)
      return [s === mcp.fs, (await mcp) === mcp, s.then, s.catch, s.finally, s.toJSON, s[Symbol.iterator], Object.keys(mcp), 'x' in mcp]`),
  )

  expect(run).toMatchObject({
    ended: 'completed',
    result: [true, true, null, null, null, null, null, [], true],
  })
})

test.for([
  ['a server is called', 'await mcp.fs({})', 'Cannot call mcp.fs: call a tool, as mcp.SERVER.TOOL({ ... })'],
  ['mcp is called', 'await mcp({})', 'Cannot call mcp: call a tool, as mcp.SERVER.TOOL({ ... })'],
  ['__proto__ is read', 'mcp.__proto__', 'Cannot read mcp.__proto__: no server or tool has that name'],
  [
    'constructor is read',
    'mcp.fs.constructor',
    'Cannot read mcp.fs.constructor: no server or tool has that name',
  ],
  ['a server is set', 'mcp.fs = 1', 'Cannot change mcp: its servers are what they are'],
  ['a tool is set', 'mcp.fs.read = 1', 'Cannot change mcp.fs: its tools are what they are'],
  ['a member is deleted', 'delete mcp.fs', 'Cannot change mcp: its servers are what they are'],
] as const)('it is a TypeError when %s', async ([, program, message], { sandbox }) => {
  const run = await sandbox.run(guestJob(program))

  expect(run.error).toMatchObject({ name: 'TypeError', message, site: { line: 1 } })
})
