import { expect, it } from 'vitest'
import { createServerRequests } from './server-requests.js'

it('a server that takes no answers gets a thousand, the rest of what it asks is told and nothing of it kept', async () => {
  const takes: (() => void)[] = []
  const left: string[] = []
  const requests = createServerRequests({
    handlers: {},
    asked: () => undefined,
    reply: () => new Promise((resolve) => void takes.push(resolve)),
    unanswered: (method) => void left.push(method),
  })
  const ask = (id: number, method: string) => requests.answer({ jsonrpc: '2.0', id, method })

  for (let id = 0; id < 3000; id++) await ask(id, id % 2 === 0 ? 'ping' : 'roots/list')

  expect(takes).toHaveLength(1000)
  expect(left).toHaveLength(2000)
  expect(new Set(left)).toEqual(new Set(['ping', 'roots/list']))

  takes[0]?.()
  await Promise.resolve()
  await ask(3000, 'ping')
  expect(takes).toHaveLength(1001)
  expect(left).toHaveLength(2000)
})
