/** A rehearsal in a warm process with a full pool, against the same guest making the same calls answered by constants. */
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { JsonValue } from '../dist/base/index.js'
import {
  createRegistry,
  createSchemaCompiler,
  parseToolsFile,
  rehearse,
  type ToolRegistry,
} from '../dist/index.js'
import { createDenoSandbox, type Sandbox } from '../dist/sandbox/index.js'
import { comparePaired, type Figure } from './figure.js'

/** A guest starts in some 30 ms: both runs find the pool full. */
const POOL_FILLS_MS = 150

/** The default of `--budget`. */
const VARIANTS = 24

const TOOLS = new URL('../test/fixtures/data/tools/memory.json', import.meta.url)

export async function run(): Promise<readonly Figure[]> {
  const registry = createRegistry(
    [parseToolsFile(readFileSync(TOOLS, 'utf8'), 'memory.json', 'memory')],
    createSchemaCompiler(),
  )
  const constant = answerOf(registry)
  await using sandbox = await createDenoSandbox({ poolSize: 4 })
  const compare = (calls: number, pairs: number, budget: number) => {
    const program = programOf(calls)
    return comparePaired(
      () => rehearse(program, { tools: registry, sandbox, now: 0, fileName: 'plan.js', budget }),
      () => runBare(sandbox, program, constant),
      { pairs, warmUps: 5, rest: () => setTimeout(POOL_FILLS_MS) },
    )
  }
  const five = await compare(5, 41, 0)
  const varied = await compare(5, 21, VARIANTS)
  const many = await compare(205, 21, 0)
  const perCall = (many.oursMs - five.oursMs) / 200
  const perCallFloor = (many.floorMs - five.floorMs) / 200
  return [
    {
      name: 'rehearsal of five calls, no guess varied, over the bare guest',
      value: five.ratio,
      unit: '×',
      target: { atMost: 2.5 },
      detail: `rehearsal ${five.oursMs.toFixed(1)} ms, bare ${five.floorMs.toFixed(1)} ms; the pool is full, the bare answers are constants`,
    },
    {
      name: `rehearsal of five calls, guesses varied up to ${VARIANTS} times, over the bare guest`,
      value: varied.ratio,
      unit: '×',
      target: { atMost: 20 },
      detail: `rehearsal ${varied.oursMs.toFixed(1)} ms, bare ${varied.floorMs.toFixed(1)} ms`,
    },
    {
      name: 'one call more, no guess varied, over the bare guest',
      value: perCall / perCallFloor,
      unit: '×',
      target: { atMost: 2 },
      detail: `rehearsal ${perCall.toFixed(3)} ms a call, bare ${perCallFloor.toFixed(3)} ms a call`,
    },
  ]
}

function programOf(calls: number): string {
  return `let names = []
for (let i = 0; i < ${calls}; i++) names.push((await mcp.memory.search_nodes({ query: 'name ' + i })).entities.length)
return names
`
}

/** What the bare guest is answered: a value like those of the rehearsal, so that both carry the same bytes. */
function answerOf(registry: ToolRegistry): JsonValue {
  const lookup = registry.find('memory', 'search_nodes')
  const output = lookup.kind === 'found' ? lookup.tool.output : undefined
  const generated = output?.kind === 'compiled' ? output.schema.generate({ seed: 1 }) : undefined
  if (generated?.kind !== 'value') throw new Error('search_nodes has an output schema')
  return generated.value
}

async function runBare(sandbox: Sandbox, code: string, constant: JsonValue): Promise<void> {
  const { ended } = await sandbox.run({
    code,
    fileName: 'plan.js',
    params: {},
    world: { kind: 'virtual', seed: 1, startMs: 0 },
    answer: () => Promise.resolve({ kind: 'value', value: constant, elapsedMs: 0 }),
  })
  if (ended !== 'completed') throw new Error(`the bare guest ended: ${ended}`)
}
