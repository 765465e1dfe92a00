/** On a busy machine a server took longer than five seconds to start, and a plan that was rehearsed with it was refused without it. */
import { expect, test } from 'vitest'
import { systemClock } from '../../src/base/index.js'
import { run } from '../../src/gateway/run.js'
import { verifies } from '../verifies.js'
import { createNotes } from './notes-gateway.js'

verifies('gateway:late-servers')

test('a run waits for a server that is too late for a client’s list', async () => {
  using notes = createNotes()
  // The five seconds that a list waits pass at once.
  const clock: typeof systemClock = {
    ...systemClock,
    sleep: (ms, signal) => (ms === 5_000 ? Promise.resolve() : systemClock.sleep(ms, signal)),
  }
  const hasty = { clock }

  const report = await run('return await mcp.notes.write_note({ id: "a", text: "b" })', {
    ...{ config: notes.config, copy: 'never', ...hasty },
    approve: () => Promise.resolve({ approved: true }),
  })

  expect(report).toMatchObject({ ended: 'completed', calls: [{ tool: 'notes:write_note' }] })
})
