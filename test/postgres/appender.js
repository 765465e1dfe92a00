// A process that appends to a store: `node appender.js URL FIRST COUNT`, one recording at a time; a line for each that the store has
// acknowledged. Runs the compiled package, as users do.
import { openPostgresStore } from '../../dist/recording/index.js'
import { recordingOf } from '../recording/numbered-recording.js'

const [url = '', first = '0', count = '0'] = process.argv.slice(2)
const store = await openPostgresStore(url)
for (let n = Number(first); n < Number(first) + Number(count); n++) {
  await store.append([recordingOf(n)])
  process.stdout.write(`${n}\n`)
}
await store[Symbol.asyncDispose]()
