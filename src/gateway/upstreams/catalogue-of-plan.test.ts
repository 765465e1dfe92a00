import { expect, it } from 'vitest'
import { createRegistry } from '../../registry/index.js'
import { createSchemaCompiler } from '../../schema/index.js'
import { catalogueOfPlan } from './catalogue-of-plan.js'

it.each<[string, string, readonly string[]]>([
  ['the late server that a program names', 'await mcp.slow.tool({})', ['slow']],
  ['one whose name is none in JavaScript', 'await mcp.my_late_one.tool({})', ['my-late.one']],
  ['one that a workflow names', 'tasks: [{ id: a, tool: "slow:tool" }]', ['slow']],
  ['nobody whom the plan does not name', 'await mcp.good.tool({})', []],
])('a plan waits for %s', async (_, text, expected) => {
  const late = ['slow', 'my-late.one', 'other']
  const waitedFor: (string | undefined)[] = []

  await catalogueOfPlan(
    {
      servers: ['good', ...late],
      async catalogue(server) {
        waitedFor.push(server)
        return { registry: createRegistry([], createSchemaCompiler()), unavailable: [], asked: [], late }
      },
      onChange: () => () => undefined,
      health: () => [],
      close: () => Promise.resolve(),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    },
    text,
  )

  expect(waitedFor.filter((each) => each !== undefined)).toEqual(expected)
})
