import { expect, it } from 'vitest'
import { sharedProtocolSchemas } from '../../wire-check/index.js'
import { createConnectionLog } from './connection-log.js'

it('the log keeps the first violations, of large frames the beginning, and counts the others', () => {
  const log = createConnectionLog(sharedProtocolSchemas)
  const text = 'x'.repeat(3_000_000)

  for (let id = 1; id <= 1500; id++)
    log.see({ atMs: id, kind: 'received', message: { jsonrpc: '2.0', id, result: id < 4 ? { text } : {} } })

  const [first, second, third, fourth] = log.violations.map(({ frame }) => frame)
  expect(fourth).toMatchObject({ id: 4 })
  expect([first, second, third]).toEqual([
    expect.stringMatching(/^\{"jsonrpc":"2.0","id":1,"result":\{"text":"x{900,}/),
    expect.stringMatching(/^\{"jsonrpc":"2.0","id":2,"result":\{"text":"x{900,}/),
    expect.stringMatching(/^\{"jsonrpc":"2.0","id":3,"result":\{"text":"x{900,}/),
  ])
  expect(JSON.stringify(log.violations).length).toBeLessThan(5_000_000)
  expect([log.violations.length, log.furtherViolations]).toEqual([1000, { client: 0, server: 500 }])
})

it('the log keeps the first 1000 violations of a batch that holds more than a call may have arguments', () => {
  const log = createConnectionLog(sharedProtocolSchemas)

  log.see({ atMs: 1, kind: 'received', message: Array.from({ length: 200_000 }, () => ({})) })

  // One more than there are messages: there are no batches in this revision.
  expect([log.violations.length, log.furtherViolations.server]).toEqual([1000, 199_001])
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

it('nothing is judged while nobody asks, and all of it when somebody does', () => {
  let reads = 0
  const log = createConnectionLog(() => {
    reads++
    return sharedProtocolSchemas()
  })

  for (let id = 1; id <= 10_000; id++)
    log.see({ atMs: id, kind: 'received', message: { jsonrpc: '2.0', id, result: {} } })

  expect(reads).toBe(0)
  expect([log.violations.length, log.furtherViolations.server, reads]).toEqual([1000, 9000, 1])
})
