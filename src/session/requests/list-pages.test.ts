import { expect, it } from 'vitest'
import { openScripted } from '../../../test/fixtures/scripted-server.js'

it('gives up a list whose pages are more than fits in memory', async () => {
  const description = 'd'.repeat(8_000_000)
  let page = 0
  await using server = await openScripted({
    'tools/list': () => ({
      tools: [{ name: `t${++page}`, description, inputSchema: { type: 'object' } }],
      nextCursor: `${page}`,
    }),
  })

  await expect(server.session.listTools()).rejects.toMatchObject({
    code: 'PAGING_ENDLESS',
    data: { pages: 8 },
  })
})
