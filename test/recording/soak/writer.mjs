// `node writer.mjs PLACE FIRST SIZE [BATCHES]`: appends batches to a store, and prints the number of each that was acknowledged.
// Runs the compiled package, as users do.
import { openStore } from '../../../dist/recording/index.js'
import { recordingOf } from '../numbered-recording.js'

const [place = '', first = '0', size = '1', batches = '1000000'] = process.argv.slice(2)
const store = await openStore(place)
for (let batch = 0; batch < Number(batches); batch++) {
  await store.append(
    Array.from({ length: Number(size) }, (_, n) => recordingOf(Number(first) + batch * Number(size) + n)),
  )
  process.stdout.write(`${batch}\n`)
}
await store[Symbol.asyncDispose]()
