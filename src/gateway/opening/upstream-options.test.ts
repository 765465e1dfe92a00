import { expect, test } from 'vitest'
import { manualClock } from '../../base/index.js'
import { parseSettings } from '../../config/index.js'
import { createGatewayLine } from './gateway-line.js'
import { upstreamsOptions } from './upstream-options.js'

const settings = parseSettings('{"servers": {"slow": {"concurrency": 1}, "*": {"rate": "10/s"}}}', 'a.json')
const line = createGatewayLine({ entries: [], env: {} })
const rate = { calls: 10, perMs: 1000 }

test('a server is used as the settings say, and where they say nothing as the options say', () => {
  const { limits } = upstreamsOptions({
    ...{ entries: [], unusable: [], lock: undefined, clock: manualClock(), settings, line },
    options: { limits: { concurrency: 4, sessions: 2, rate: { calls: 1, perMs: 1 } } },
  })

  expect([limits('slow'), limits('other')]).toEqual([
    { concurrency: 1, sessions: 2, rate },
    { concurrency: 4, sessions: 2, rate },
  ])
})

test('options may tell servers apart', () => {
  const { limits } = upstreamsOptions({
    ...{ entries: [], unusable: [], lock: undefined, clock: manualClock(), settings, line },
    options: { limits: (server) => ({ sessions: server.length }) },
  })

  expect(limits('abc')).toEqual({ sessions: 3, rate })
})
