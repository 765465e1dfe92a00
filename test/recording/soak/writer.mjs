// `node writer.mjs KIND PLACE FIRST SIZE`: appends batches to a store until it is killed, and prints the number of each that was acknowledged.
import { recordingOf } from '../numbered-recording.js'
import { STORE_KINDS } from './store-kinds.js'

const [kind = '', place = '', first = '0', size = '1'] = process.argv.slice(2)
const store = await STORE_KINDS[kind].open(place)
for (let batch = 0; batch < 100_000; batch++) {
  await store.append(
    Array.from({ length: Number(size) }, (_, n) => recordingOf(Number(first) + batch * Number(size) + n)),
  )
  process.stdout.write(`${batch}\n`)
}
