// Loaded into a gateway: what is really in use is what counts, for of garbage there may be any amount.
import { setTimeout } from 'node:timers/promises'

process.on('SIGUSR2', async () => {
  // Pages are given back to the system a while after a collection.
  for (let before = Number.POSITIVE_INFINITY; process.memoryUsage.rss() < before - MB; ) {
    before = process.memoryUsage.rss()
    globalThis.gc?.()
    await setTimeout(200)
  }
  process.stderr.write('collected\n')
})

const MB = 1024 * 1024
