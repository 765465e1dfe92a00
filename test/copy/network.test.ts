/** Three counters tell whether something tried to reach out; what a server does with itself raises none. */

import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { NetworkAttempts } from '../../src/transport/copy/index.js'
import { verifies } from '../verifies.js'
import { BARE_STANDINGS, testUser, whyNoCopies } from './disposable-world.js'

verifies('copy:network')

const reason = whyNoCopies()
const NONE: NetworkAttempts = { noRoute: 0, refused: 0, noPort: 0 }

/** Text of Node, and which counters it raises. */
const ACTS: readonly (readonly [what: string, script: string, raised: readonly (keyof NetworkAttempts)[]])[] =
  [
    [
      'a connection to another machine',
      "require('net').connect(80, '192.0.2.1').on('error', done)",
      ['noRoute'],
    ],
    ['a connection over IPv6', "require('net').connect(80, '2001:db8::1').on('error', done)", ['noRoute']],
    ['a fetch', "fetch('http://192.0.2.1').catch(done)", ['noRoute']],
    ['a fetch of a name', "fetch('http://example.com').catch(done)", ['noRoute']],
    ['a name looked up', "require('dns').lookup('example.com', done)", ['noRoute']],
    ['a name asked for', "require('dns').resolve4('example.com', done)", ['noRoute']],
    ['a datagram', "require('dgram').createSocket('udp4').send('x', 9, '192.0.2.1', done)", ['noRoute']],
    [
      'a port of this machine on which somebody listens outside',
      "require('net').connect(PORT, '127.0.0.1').on('error', done)",
      ['refused'],
    ],
    ['the same over IPv6', "require('net').connect(PORT, '::1').on('error', done)", ['refused']],
    [
      'a datagram to such a port',
      "require('dgram').createSocket('udp4').send('x', 9, '127.0.0.1', done)",
      ['noPort'],
    ],
    ['nothing', 'done()', []],
    [
      'localhost and the own name looked up',
      "require('dns').lookup('localhost', () => require('dns').lookup(require('os').hostname(), done))",
      [],
    ],
    [
      'an own server and its client',
      "const s = require('http').createServer((_, r) => r.end('x')).listen(0, () => fetch('http://localhost:' + s.address().port).then((r) => r.text()).then(done))",
      [],
    ],
    [
      'an own datagram',
      "const d = require('dgram').createSocket('udp4').on('message', done).bind(0, () => d.send('x', d.address().port, '127.0.0.1'))",
      [],
    ],
    [
      'a socket of outside, by its path',
      "require('net').connect(SOCKET).on('error', done).on('connect', () => console.log('reached'))",
      [],
    ],
    [
      'a socket of outside without a path',
      "require('net').connect('\\0understudy-outside').on('error', done).on('connect', () => console.log('reached'))",
      [],
    ],
  ]

describe.skipIf(reason !== undefined)(
  `the network of a copied world${reason === undefined ? '' : ` (${reason})`}`,
  () => {
    it.each(BARE_STANDINGS)(
      'leads nowhere, and each attempt raises its own counter alone, as %s',
      async (standing) => {
        await using user = await testUser(standing)
        await using world = await user.world()
        const outside = createServer().listen(0)
        const socket = `${user.folder}/outside.sock`
        const other = createServer().listen(socket)
        try {
          await Promise.all([once(outside, 'listening'), once(other, 'listening')])
          user.sh('chmod 666 outside.sock 2>/dev/null || true')
          const address = outside.address()
          const port = typeof address === 'object' ? String(address?.port) : ''
          const seen: string[] = []
          for (const [what, script] of ACTS) {
            const before = await world.attempts()
            const run = await world.run({
              command: user.nodePath,
              args: [
                '-e',
                `const done = () => { console.log('over'); process.exit() }; ${script.replace('PORT', port).replace('SOCKET', JSON.stringify(socket))}`,
              ],
            })
            expect([what, run.stdout]).toEqual([what, 'over\n'])
            seen.push(`${what}: ${raised(before, await world.attempts()).join()}`)
          }

          expect(seen).toEqual(ACTS.map(([what, , counters]) => `${what}: ${counters.join()}`))
        } finally {
          outside.close()
          other.close()
        }
      },
    )

    it('stands still where nothing is tried', async () => {
      await using user = await testUser()
      await using world = await user.world()

      await world.sh('ip addr 2>/dev/null; hostname; true')

      expect(await world.attempts()).toEqual(NONE)
    })
  },
)

function raised(before: NetworkAttempts, after: NetworkAttempts): string[] {
  return (['noRoute', 'refused', 'noPort'] as const).filter((name) => after[name] > before[name])
}
