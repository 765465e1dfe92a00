/** How long a first look waits for calls. */
import { expect, it, vi } from 'vitest'
import { openScripted, type ScriptedServer } from '../../test/fixtures/scripted-server.js'
import { manualClock } from '../base/index.js'
import { lookTwice } from './look-at-server.js'

it('a first look waits long for calls until one took longer, as a server may start a browser first', async () => {
  const clock = manualClock()
  const servers: ScriptedServer[] = []
  const looks = await lookTwice(
    {
      async open() {
        const server = await openScripted({}, { clock })
        servers.push(server)
        return server.session
      },
      describe: async () => ({ server: 'slow', tools: [] }),
      list: (list) => list,
      eras: ['legacy'],
      callTimeoutMs: { first: 10_000, later: 2_000 },
      signal: new AbortController().signal,
    },
    async (_, make) => {
      for (const tool of ['a', 'b']) {
        const made = make({ kind: 'valid', tool, arguments: {} })
        await vi.waitUntil(() => servers[0]?.told.some(({ params }) => Object(params).name === tool))
        clock.advance(10_000)
        await made
      }
    },
  )

  expect(looks[0].unanswered.map(({ reason }) => reason)).toEqual([
    'Cannot call "a": no answer within 10000 ms',
    'Cannot call "b": no answer within 2000 ms',
  ])
})
