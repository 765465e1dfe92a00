/** Real calls held to a receipt and kept in a journal, over the same calls without either; and what a receipt costs a rehearsal. */
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { stub } from '../dist/call/index.js'
import type { Gateway } from '../dist/gateway/index.js'
import { createRegistry, createSchemaCompiler, parseToolsFile, rehearse } from '../dist/index.js'
import type { RunJournal } from '../dist/journal/index.js'
import { bindEffects, type Receipt, readReceipt } from '../dist/plan/index.js'
import { createDenoSandbox } from '../dist/sandbox/index.js'
import { comparePaired, compareProcessor, type Figure } from './figure.js'
import { CROWD, inEachJournal, ROW, SIDE_BY_SIDE, slowGateway } from './journals.js'

const EFFECTS = 1_000
const TOOLS = new URL('../test/fixtures/data/tools/memory.json', import.meta.url)
const POOL_FILLS_MS = 150
/** What the rehearsals are told that the tool answers. */
const STUBS = { stubs: [stub('slow:work', { result: 'done' })] }

export async function run(): Promise<readonly Figure[]> {
  await using bare = await slowGateway(undefined, STUBS)
  return await inEachJournal({
    inSqlite: async (journal) => [
      await receiptFigure(),
      ...(await compare('SQLite, flushed before a call leaves', journal, bare, { row: 1.8, crowd: 2 })),
    ],
    inPostgres: (journal) =>
      compare('PostgreSQL, flushed before a call leaves', journal, bare, { row: 2, crowd: 2 }),
  })
}

async function rehearsed(gateway: Gateway, text: string): Promise<Receipt> {
  const receipts: Receipt[] = []
  await gateway.executeCode(text, { dry_run: true, onReceipt: (receipt) => void receipts.push(receipt) })
  const [receipt] = receipts
  if (receipt === undefined) throw new Error('The rehearsal gives no receipt')
  return receipt
}

async function compare(
  name: string,
  journal: RunJournal,
  bare: Gateway,
  most: { readonly row: number; readonly crowd: number },
): Promise<readonly Figure[]> {
  await using gateway = await slowGateway(journal, STUBS)
  const figure = async (
    title: string,
    { program: text, calls }: typeof ROW,
    atMost: number,
  ): Promise<Figure> => {
    const receipts: Receipt[] = []
    const pairs = 9
    for (let i = 0; i < pairs + WARM_UPS; i++) receipts.push(await rehearsed(gateway, text))
    const { ratio, oursMs, floorMs } = await comparePaired(
      async () => {
        const receipt = receipts.pop()
        if (receipt === undefined) throw new Error('A receipt is spent once')
        const { ended, deviation } = await gateway.run({ receipt, plan: { text, fileName: 'program.ts' } })
        if (ended !== 'completed') throw new Error(`It ended as ${ended}: ${deviation?.why}`)
      },
      async () => {
        const { ended } = await bare.executeCode(text)
        if (ended !== 'completed') throw new Error(`It ended as ${ended}`)
      },
      { pairs, warmUps: WARM_UPS, rest: () => setTimeout(POOL_FILLS_MS) },
    )
    const each = (ms: number) => `${(ms / calls).toFixed(2)} ms`
    return {
      name: `${title}, bound, in a journal in ${name}; over neither`,
      value: ratio,
      unit: '×',
      target: { atMost },
      detail: `a call takes ${each(oursMs)}, ${each(floorMs)} without`,
    }
  }
  return [
    await figure('calls in a row', ROW, most.row),
    await figure(`${SIDE_BY_SIDE} calls side by side`, CROWD, most.crowd),
  ]
}

/** Made, written, read, held against its own digest, and asked about every call of the run that it is of. */
async function receiptFigure(): Promise<Figure> {
  const tools = createRegistry(
    [parseToolsFile(readFileSync(TOOLS, 'utf8'), 'memory.json', 'memory')],
    createSchemaCompiler(),
  )
  await using sandbox = await createDenoSandbox({ poolSize: 4 })
  const program = `for (let n = 0; n < ${EFFECTS}; n++)
  await mcp.memory.create_entities({ entities: [{ name: 'thing ' + n, entityType: 'thing', observations: [] }] })`
  const options = { tools, sandbox, now: 0, fileName: 'plan.js', budget: 0 } as const
  const journal = { id: 'bench', key: 'ab'.repeat(32) }
  const { ratio, oursMs, floorMs } = await compareProcessor(
    async () => {
      let made: Receipt | undefined
      const onReceipt = (receipt: Receipt): void => {
        made = receipt
      }
      await rehearse(program, { ...options, receipt: { journal, onReceipt } })
      checkEveryCall(readReceipt(JSON.stringify(made), 'receipt.json'), journal.key)
    },
    () => rehearse(program, options),
    { pairs: 15, warmUps: 2, rest: () => setTimeout(POOL_FILLS_MS) },
  )
  return {
    name: `a rehearsal of ${EFFECTS} effects whose receipt is made and checked, over one without`,
    value: ratio,
    unit: '×',
    target: { atMost: 1.5 },
    detail: `${oursMs.toFixed(0)} ms of the processor, ${floorMs.toFixed(0)} ms without; the guest's, which is the same, is left out of both`,
  }
}

function checkEveryCall(receipt: Receipt, key: string): void {
  const binding = bindEffects(receipt, key)
  for (const { call: n, tool, place = '1:1', arguments: given } of receipt.effects) {
    const [server = '', name = ''] = tool.split(':')
    const [line = 1, column = 1] = place.split(':').map(Number)
    const call = { n, server, tool: name, arguments: given, site: { line, column } }
    const bound = binding.next(call, { kind: 'all', upTo: n - 1 })
    if (bound.kind !== 'effect') throw new Error(JSON.stringify(bound))
    binding.answered(n, { outcome: 'result', value: null })
  }
  if (binding.unused().length > 0) throw new Error('Effects are left over')
}

const WARM_UPS = 2
