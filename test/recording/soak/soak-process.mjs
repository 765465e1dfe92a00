// `node soak-process.mjs KIND SOURCE FOLDER COUNT`: imports, looks up and prunes, and prints its own resident size after each tenth.
import { importRecordings, openCassetteStore } from '../../../dist/recording/index.js'
import { recordingAt, timeOf } from '../numbered-recording.js'
import { STORE_KINDS } from './store-kinds.mjs'

const [kind = '', sourceFile = '', folder = '', counted = '0'] = process.argv.slice(2)
const count = Number(counted)
const { open, place } = STORE_KINDS[kind]
const tenth = Math.ceil(count / 10)

const store = await open(place(folder))
const phases = [
  await measured('import', fill),
  await measured('lookup', lookUp),
  await measured('prune', prune),
]
await store[Symbol.asyncDispose]()
process.stdout.write(JSON.stringify(phases))

async function measured(phase, work) {
  const startedAt = performance.now()
  const megabytes = []
  await work(() => megabytes.push(Math.round(process.memoryUsage.rss() / 1e6)))
  return { phase, megabytes, seconds: Math.round(performance.now() - startedAt) / 1000 }
}

async function fill(onTenth) {
  const source = await openCassetteStore(sourceFile)
  let tenths = 0
  const { imported } = await importRecordings(source, store, (soFar) => {
    for (; tenths < 10 && soFar.imported >= Math.min(count, (tenths + 1) * tenth); tenths++) onTenth()
  })
  await source[Symbol.asyncDispose]()
  if (imported !== count) throw new Error(`Imported ${imported} of ${count}`)
}

async function lookUp(onTenth) {
  for (let n = 0; n < count; n++) {
    const { key } = recordingAt((n * 7919) % count)
    if ((await store.lookup(key))?.key !== key) throw new Error(`Lost ${key}`)
    if ((n + 1) % tenth === 0 || n + 1 === count) onTenth()
  }
}

async function prune(onTenth) {
  let removed = 0
  for (let n = tenth; n < count + tenth; n += tenth) {
    removed += await store.remove({ recordedBefore: timeOf(Math.min(n, count)) })
    onTenth()
  }
  if (removed !== count) throw new Error(`Removed ${removed} of ${count}`)
}
