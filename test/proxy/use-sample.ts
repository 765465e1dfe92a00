/** What an official client does with the sample service. */
import { expect } from 'vitest'
import type { Official } from '../fixtures/official-clients.js'

/** What every client sees of the sample service, however it is reached: live, through a recorder, or replayed. */
export async function useSample(client: Official, connect: () => Promise<void>): Promise<void> {
  const errors: Error[] = []
  client.onerror = (error) => errors.push(error)
  try {
    await connect()
    const { tools } = await client.listTools()

    expect(tools.map(({ name }) => name)).toContain('echo')
    expect(await client.callTool({ name: 'echo', arguments: { message: 'hi' } })).toMatchObject({
      content: [{ type: 'text', text: 'hi' }],
    })
    expect(await client.callTool({ name: 'regional', arguments: { region: 'Äsch', zone: 4 } })).toMatchObject(
      {
        content: [{ type: 'text', text: 'Äsch 4' }],
      },
    )
    expect(await client.callTool({ name: 'tells', arguments: {} })).toMatchObject({
      content: [{ type: 'text', text: 'told' }],
    })
    expect(await client.callTool({ name: 'asks', arguments: {} })).toMatchObject({
      content: [{ type: 'text', text: 'Hello, Ann' }],
    })
    await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toMatchObject({ code: -32602 })
    expect(errors).toEqual([])
  } finally {
    await client.close()
  }
}
