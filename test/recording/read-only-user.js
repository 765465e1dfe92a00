// A process that uses a SQLite store that may only be read: `node read-only-user.js FILE`. Prints what it read, and how writing ended.
// Runs the compiled package, as users do.
import { openSqliteStore } from '../../dist/recording/index.js'
import { recordingOf } from './numbered-recording.js'

const said = await use(process.argv[2]).catch(told)
process.stdout.write(JSON.stringify(said))

async function use(file) {
  const store = await openSqliteStore(file)
  let listed = 0
  for await (const _ of store.list()) listed++
  const read = {
    listed,
    found: (await store.lookup(recordingOf(1).key))?.key,
    generation: await store.generations.of('demo'),
  }
  const writing = [
    () => store.append([recordingOf(9)]),
    () => store.append([]),
    () => store.generations.advance('demo'),
    () => store.remove({}),
  ]
  const ends = []
  for (const write of writing) ends.push(await write().then(() => 'written', told))
  await store[Symbol.asyncDispose]()
  return { ...read, ends }
}

function told(failure) {
  return `${failure.code}: ${failure.message.split('\n')[0]}`
}
