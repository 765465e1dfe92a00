import { expect, it } from 'vitest'
import { manualClock } from '../../base/index.js'
import { openMemoryStore } from '../memory-store.js'
import { createRedactor } from '../redaction/redactor.js'
import { createDistinctStarts } from './distinct-starts.js'
import { createRecorder } from './recorder.js'

const AT_MS = Date.parse('2026-01-01T00:00:00.000Z')

it('equal calls that are under way at once are stored in the order in which they were made, whoever is answered first', async () => {
  const { connection, stored } = recorder()
  const stream = connection.messageStream('wire')
  stream.fromClient(call(1, { n: 1 }, 'a'))
  stream.fromClient(call(2, { n: 1 }, 'b'))
  stream.fromClient(call(3, { n: 1 }, 'c'))
  stream.fromServer(answer(3))
  stream.fromServer(answer(2))
  stream.fromServer(answer(1))
  stream.fromClient(call(4, { n: 1 }, 'd'))
  stream.fromServer(answer(4))

  expect((await stored()).map(({ text }) => text)).toEqual(['of 1', 'of 2', 'of 3', 'of 4'])
})

it('the time of what differs, or comes after an answer, is the time that it was', async () => {
  const { connection, stored } = recorder()
  const stream = connection.messageStream('wire')
  stream.fromClient(call(1, { n: 1 }))
  stream.fromClient(call(2, { n: 2 }))
  stream.fromServer(answer(1))
  stream.fromClient(call(3, { n: 1 }))
  stream.fromServer(answer(3))
  stream.fromServer(answer(2))

  const times = (await stored()).map(({ recordedAt }) => Date.parse(recordedAt) - AT_MS)
  expect(times).toEqual([0, 0, 0])
})

it('of many equal calls under way each is held against one alone', () => {
  let reads = 0
  const params = {
    name: 'roll',
    get arguments() {
      reads++
      return {}
    },
  }
  const begin = createDistinctStarts(manualClock(AT_MS))
  const times = Array.from({ length: 300 }, () => begin({ method: 'tools/call', params }).atMs - AT_MS)

  expect(times).toEqual(Array.from({ length: 300 }, (_, i) => i))
  expect(reads).toBeLessThan(300 * 5)
})

const call = (id: number, args: { readonly n: number }, progressToken = 'p') => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name: 'roll', arguments: args, _meta: { progressToken } },
})
const answer = (id: number) => ({
  ...{ jsonrpc: '2.0', id },
  result: { content: [{ type: 'text', text: `of ${id}` }] },
})

/** One whose clock stands still. */
function recorder() {
  const store = openMemoryStore()
  const made = createRecorder({
    ...{ server: 'dice', principal: 'anonymous', store, redactor: () => createRedactor({ secrets: [] }) },
    clock: manualClock(AT_MS),
    describe: () => ({ fingerprint: 'f', effect: 'read' }),
    onFailure(failure) {
      throw failure
    },
  })
  return {
    connection: made.connect(),
    async stored() {
      await made.settled()
      const all: { readonly text: string | undefined; readonly recordedAt: string }[] = []
      for await (const { response, recordedAt } of store.list())
        all.push({ text: /of \d/.exec(JSON.stringify(response))?.[0], recordedAt })
      return all
    },
  }
}
