// `node writer.mjs KIND PLACE FIRST SIZE [BATCHES]`: appends batches to a store, and prints the number of each that was acknowledged.
// Runs the compiled package, as users do.
import { recordingOf } from '../numbered-recording.js'
import { STORE_KINDS } from './store-kinds.mjs'

const [kind = '', place = '', first = '0', size = '1', batches = '1000000'] = process.argv.slice(2)
const store = await STORE_KINDS[kind].open(place)
for (let batch = 0; batch < Number(batches); batch++) {
  await store.append(
    Array.from({ length: Number(size) }, (_, n) => recordingOf(Number(first) + batch * Number(size) + n)),
  )
  process.stdout.write(`${batch}\n`)
}
await store[Symbol.asyncDispose]()
