/** A server whose output schemas have no $id: by what would one know that it has seen them before? */
import { expect, it } from 'vitest'
import { MockMCPClient, matchers } from '../../../src/testing/index.js'
import { fixture } from '../../fixtures/start-server.js'

it('client of structured-output compiles an output schema once, however often it is listed', async () => {
  const { command, args = [] } = fixture('structured-output')
  await using client = await MockMCPClient.start({ command: [command, ...args], wireCheck: 'off' })
  using compilations = countCompilations()

  const seen: number[] = []
  for (let i = 0; i < 50; i++) {
    const [tool] = await client.listTools()
    if (tool === undefined) throw new Error('The server has one tool')
    const judged = await matchers.toMatchOutputSchema(await client.callTool('count'), tool)
    expect(judged.pass).toBe(true)
    seen.push(compilations.count())
  }

  const [first = 0] = seen
  expect(first).toBeGreaterThan(0)
  expect(seen).toEqual(Array(50).fill(first))
})

/** The validator makes each schema a function of its own, by the constructor of functions. */
function countCompilations(): Disposable & { count(): number } {
  const { Function: original } = globalThis
  let made = 0
  globalThis.Function = new Proxy(original, {
    construct(target, parameters, newTarget) {
      made++
      return Reflect.construct(target, parameters, newTarget)
    },
  })
  return {
    count: () => made,
    [Symbol.dispose]() {
      globalThis.Function = original
    },
  }
}
