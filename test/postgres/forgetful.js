// Uses everything that a store has, and closes nothing: `node forgetful.js URL`.
import { openPostgresStore } from '../../dist/recording/index.js'
import { recordingOf } from '../recording/numbered-recording.js'

const store = await openPostgresStore(process.argv[2] ?? '')
await store.append([recordingOf(1)])
await store.claim('key')
await store.generations.watch(() => undefined)
const found = await store.lookup(recordingOf(1).key)
process.stdout.write(found === undefined ? 'not found\n' : 'found\n')
