// Fills the disk of a folder with recordings, then makes room: `node disk-filler.js FOLDER`. Prints what happened as JSON.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSqliteStore } from '../../dist/recording/index.js'
import { recordingOf } from './numbered-recording.js'

const [folder = ''] = process.argv.slice(2)
const file = join(folder, 'recordings.db')
writeFileSync(join(folder, 'ballast'), Buffer.alloc(1_000_000))
const store = await openSqliteStore(file)
let acknowledged = 0
let failure
while (failure === undefined) {
  await store.append([recordingOf(acknowledged)]).then(
    () => acknowledged++,
    (reason) => {
      failure = reason
    },
  )
}
const keptWhenFull = await count(store)
rmSync(join(folder, 'ballast'))
await store.append([recordingOf(acknowledged)])
const keptInTheEnd = await count(store)
await store[Symbol.asyncDispose]()
process.stdout.write(
  JSON.stringify({ acknowledged, code: failure.code, message: failure.message, keptWhenFull, keptInTheEnd }),
)

async function count(opened) {
  let all = 0
  for await (const _ of opened.list()) all++
  return all
}
