// A process that appends to a store: `node appender.js FILE FIRST BATCHES SIZE`. After each batch that the store has acknowledged
// it prints the batch's number. Runs the compiled package, as users do.
import { openSqliteStore } from '../../dist/recording/index.js'
import { recordingOf } from './numbered-recording.js'

const [file = '', first = '0', batches = '0', size = '1'] = process.argv.slice(2)
const store = await openSqliteStore(file)
for (let batch = 0; batch < Number(batches); batch++) {
  const recordings = Array.from({ length: Number(size) }, (_, n) =>
    recordingOf(Number(first) + batch * Number(size) + n),
  )
  await store.append(recordings)
  process.stdout.write(`${batch}\n`)
}
await store[Symbol.asyncDispose]()
