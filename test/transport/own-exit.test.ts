/** Our own process ends without closing its servers. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { fixture, isRunning } from '../fixtures/start-server.js'

describe('process that exits while a stubborn server runs', () => {
  it('takes the server with it', async () => {
    const { command, args = [] } = fixture('ignores-sigterm')
    const script = `
      const { startStdio } = await import(${JSON.stringify(new URL('../../dist/transport/index.js', import.meta.url).href)})
      const server = await startStdio(${JSON.stringify({ command, args })})
      server.start({ message() {}, noise() {}, stderr() {}, closed() {} })
      process.stdout.write(String(server.pid), () => process.exit(0))
    `
    const owner = spawn(process.execPath, ['--input-type=module', '-e', script])
    const [pid] = await once(owner.stdout, 'data')
    expect(Number(pid)).toBeGreaterThan(0)

    await once(owner, 'close')
    // It was killed, which takes the system a moment.
    await expect.poll(() => isRunning(Number(pid))).toBe(false)
  })
})
