/**
 * A rehearsal in a warm process with a full pool, against the same guest making the same calls answered by constants. Processor
 * time is compared: on a busy machine a long run is interrupted where a short one is not.
 */
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { JsonValue } from '../dist/base/index.js'
import {
  createRegistry,
  createSchemaCompiler,
  parseToolsFile,
  type RehearseOptions,
  rehearse,
  stub,
  type ToolRegistry,
} from '../dist/index.js'
import { createDenoSandbox, type Sandbox } from '../dist/sandbox/index.js'
import { type Figure, median } from './figure.js'
import { type MeteredSandbox, meterSandbox } from './processor-time.js'

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
  const metered = meterSandbox(sandbox)
  const compare = (calls: number, pairs: number, options: Pick<RehearseOptions, 'budget' | 'stubs'>) => {
    const program = programOf(calls)
    const told = { tools: registry, sandbox: metered.sandbox, now: 0, fileName: 'plan.js', ...options }
    return compareSpent(metered, pairs, {
      ours: () => rehearse(program, told),
      floor: () => runBare(metered.sandbox, program, constant),
    })
  }
  const stubs = [stub('memory:search_nodes', { result: constant })]
  const known = await compare(5, 15, { stubs })
  const five = await compare(5, 15, { budget: 0 })
  const varied = await compare(5, 15, { budget: VARIANTS })
  const many = await compare(205, 9, { budget: 0 })
  const perCall = (many.oursMs - five.oursMs) / 200
  const perCallFloor = (many.floorMs - five.floorMs) / 200
  return [
    figureOf('rehearsal of five calls, nothing invented, over the bare guest', known, 2.5),
    figureOf('rehearsal of five calls, no guess varied, over the bare guest', five, 2.5),
    figureOf(
      `rehearsal of five calls, guesses varied up to ${VARIANTS} times, over the bare guest`,
      varied,
      20,
    ),
    {
      name: 'one call more, no guess varied, over the bare guest',
      value: perCall / perCallFloor,
      unit: '×',
      target: { atMost: 2 },
      detail: `rehearsal ${perCall.toFixed(3)} ms a call, bare ${perCallFloor.toFixed(3)} ms a call`,
    },
  ]
}

interface Spent {
  readonly oursMs: number
  readonly floorMs: number
  /** Whether processor time was told; else it is time. */
  readonly isProcessor: boolean
}

/** In turn; the medians, of each by itself: a pair in which the small one was disturbed says nothing of the large one. */
async function compareSpent(
  { spentBy }: MeteredSandbox,
  pairs: number,
  { ours, floor }: Record<'ours' | 'floor', () => Promise<unknown>>,
): Promise<Spent> {
  const spent = { ours: [] as number[], floor: [] as number[] }
  let isProcessor = true
  for (let i = -WARM_UPS; i < pairs; i++) {
    for (const [kind, work] of [['floor', floor] as const, ['ours', ours] as const]) {
      await setTimeout(POOL_FILLS_MS)
      const before = performance.now()
      const ms = await spentBy(work)
      isProcessor &&= ms !== undefined
      if (i >= 0) spent[kind].push(ms ?? performance.now() - before)
    }
  }
  return { oursMs: median(spent.ours), floorMs: median(spent.floor), isProcessor }
}

const WARM_UPS = 3

/** The pool is full, the bare answers are constants. */
function figureOf(name: string, { oursMs, floorMs, isProcessor }: Spent, atMost: number): Figure {
  const what = isProcessor ? 'processor time of host and guest from when it is ready' : 'time'
  return {
    ...{ name, value: oursMs / floorMs, unit: '×', target: { atMost } },
    detail: `${what}: rehearsal ${oursMs.toFixed(1)} ms, bare ${floorMs.toFixed(1)} ms`,
  }
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
