/** Rehearsing a workflow of ten times as many independent tasks: what is linear takes ten times as long. */
import { readFileSync } from 'node:fs'
import {
  createRegistry,
  createSchemaCompiler,
  parseToolsFile,
  rehearse,
  type ToolRegistry,
} from '../dist/index.js'
import { comparePaired, type Figure } from './figure.js'

const SIZES = [
  { few: 100, many: 1000, rounds: 15 },
  { few: 1000, many: 10_000, rounds: 9 },
]
/** One rehearsal of many tasks stands against this number of rehearsals of few: both take about as long. */
const FEW_RUNS = 10
const WARM_UPS = 3

const TOOLS = new URL('../test/fixtures/data/tools/filesystem.json', import.meta.url)

export async function run(): Promise<readonly Figure[]> {
  const tools = createRegistry(
    [parseToolsFile(readFileSync(TOOLS, 'utf8'), 'filesystem.json', 'filesystem')],
    createSchemaCompiler(),
  )
  const figures: Figure[] = []
  for (const { few, many, rounds } of SIZES) {
    const [smallPlan, largePlan] = [workflowOf(few), workflowOf(many)]
    const { ratio, oursMs, floorMs } = await comparePaired(
      () => rehearseAll(tools, largePlan, many),
      async () => {
        for (let i = 0; i < FEW_RUNS; i++) await rehearseAll(tools, smallPlan, few)
      },
      { pairs: rounds, warmUps: WARM_UPS },
    )
    figures.push({
      name: `workflow of ${many} independent tasks over one of ${few}`,
      value: ratio * FEW_RUNS,
      unit: '×',
      target: { atMost: 12 },
      detail: `${oursMs.toFixed(1)} ms over ${(floorMs / FEW_RUNS).toFixed(1)} ms`,
    })
  }
  return figures
}

function workflowOf(tasks: number): string {
  return JSON.stringify({
    tasks: Array.from({ length: tasks }, (_, i) => ({
      id: `task-${i}`,
      tool: i % 4 === 0 ? 'filesystem:write_file' : 'filesystem:read_text_file',
      arguments: i % 4 === 0 ? { path: `notes/${i}.md`, content: `note ${i}` } : { path: `notes/${i}.md` },
    })),
  })
}

async function rehearseAll(tools: ToolRegistry, text: string, tasks: number): Promise<void> {
  const budgets = { calls: tasks }
  const { calls } = await rehearse(text, { tools, now: 0, fileName: 'workflow.json', budgets })
  if (calls.length !== tasks) throw new Error(`${calls.length} of ${tasks} tasks were called`)
}
