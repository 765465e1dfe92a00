import { expect, it } from 'vitest'
import { createConnectionLog } from './connection-log.js'
import { sharedProtocolSchemas } from './shared-schemas.js'

it('the log keeps the first violations, and no more than about 64 million characters of their frames', () => {
  const log = createConnectionLog(sharedProtocolSchemas)
  const text = 'x'.repeat(30_000_000)

  for (let id = 1; id <= 5; id++)
    log.see({ atMs: id, kind: 'received', message: { jsonrpc: '2.0', id, result: { text } } })

  expect(log.violations.map(({ frame }) => frame)).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }])
})

it('the log keeps the first 1000 violations of a batch that holds more than a call may have arguments', () => {
  const log = createConnectionLog(sharedProtocolSchemas)

  log.see({ atMs: 1, kind: 'received', message: Array.from({ length: 200_000 }, () => ({})) })

  expect(log.violations).toHaveLength(1000)
})

it('the log judges each connection by its own handshake, whenever it is asked', () => {
  const log = createConnectionLog(sharedProtocolSchemas)
  const early = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const text = 'tools/list was sent before notifications/initialized'

  log.see({ atMs: 1, kind: 'sent', message: early })
  log.reopen()
  log.see({ atMs: 2, kind: 'sent', message: early })

  expect(log.violations.map((violation) => violation.text)).toEqual([text, text])
})
