import { expect, it } from 'vitest'
import {
  createRecorder,
  createRedactor,
  openMemoryStore,
  type RecordingStore,
} from '../../recording/index.js'
import { storeOfSuccessor } from './store-of-successor.js'

const AT_MS = Date.parse('2026-01-01T00:00:00.000Z')

it.each([
  ['that were heard again', AT_MS],
  ['that were made since', AT_MS - 1],
])('calls %s, the same at the same time, are stored as often as they were made', async (_, untilMs) => {
  await using store = openMemoryStore()

  await record(
    storeOfSuccessor(store, { generation: 0, untilMs }, () => false),
    ['one', 'two', 'two'],
  )

  expect(await textsIn(store)).toEqual(['one', 'two', 'two'])
})

it('what the other one has stored of them is not stored again', async () => {
  await using store = openMemoryStore()
  await record(store, ['one', 'two', 'two', 'three'], [1, 3])
  const successor = storeOfSuccessor(store, { generation: 0, untilMs: AT_MS }, () => true)

  await record(successor, ['one', 'two', 'two', 'three'])

  expect(await textsIn(store)).toEqual(['one', 'three', 'two', 'two'])
})

/** Calls of one tool, all at one time, each with its answer; or those at `answered` alone, where the recorder process is killed then. */
async function record(
  store: RecordingStore,
  answers: readonly string[],
  answered?: readonly number[],
): Promise<void> {
  const recorder = createRecorder({
    ...{ server: 'dice', principal: 'anonymous', store, redactor: () => createRedactor({ secrets: [] }) },
    clock: { now: () => AT_MS, monotonic: () => 0, sleep: () => Promise.resolve() },
    describe: () => ({ fingerprint: 'f', effect: 'read' }),
    onFailure(failure) {
      throw failure
    },
  })
  const connection = recorder.connect()
  const messageStream = connection.messageStream('wire')
  for (const id of answers.keys())
    messageStream.fromClient({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'roll' } })
  for (const [id, text] of answers.entries()) {
    if (answered?.includes(id) === false) continue
    messageStream.fromServer({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } })
    // Each in a batch of its own.
    await recorder.settled()
  }
  if (answered === undefined) connection.close()
}

async function textsIn(store: RecordingStore): Promise<string[]> {
  const texts: string[] = []
  for await (const { response } of store.list())
    texts.push(/"text":"(\w+)"/.exec(JSON.stringify(response))?.[1] ?? '')
  return texts.toSorted()
}
