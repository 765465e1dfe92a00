/**
 * Calls of our client over calls of the official SDK's client, each in a fresh process, against one server.
 * Of the rounds the quickest of each counts: the rest is the machine's.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Figure } from './figure.js'

const CALLS = 1000
const ROUNDS = 15
const SCRIPT = fileURLToPath(new URL('./calls-of-one-client.js', import.meta.url))
const execute = promisify(execFile)

export async function run(): Promise<readonly Figure[]> {
  return [
    await compare('calls of the client as it starts by default, one after another, over the official SDK', 1),
    await compare('calls of the client as it starts by default, 32 in flight, over the official SDK', 32),
  ]
}

type Side = 'sdk' | 'ours-default' | 'ours-unchecked' | 'ours-asked'
const SIDES: readonly Side[] = ['sdk', 'ours-default', 'ours-unchecked', 'ours-asked']

async function compare(name: string, inFlight: number): Promise<Figure> {
  const best = new Map<Side, number>()
  for (let i = 0; i < ROUNDS; i++)
    for (const side of SIDES)
      best.set(side, Math.max(best.get(side) ?? 0, await callsASecond(side, inFlight)))
  const of = (side: Side): number => best.get(side) ?? 0
  const shown = (side: Side): string => Math.round(of(side)).toLocaleString('en')
  const over = (side: Side): string => `${shown(side)} (${(of(side) / of('sdk')).toFixed(2)} ×)`
  return {
    name,
    value: of('ours-default') / of('sdk'),
    unit: '×',
    target: { atLeast: 1 },
    detail: `by default ${shown('ours-default')} a second, SDK ${shown('sdk')}; with its violations asked for ${over('ours-asked')}, without the wire check ${over('ours-unchecked')}; the first ${CALLS} of a process`,
  }
}

async function callsASecond(client: string, inFlight: number): Promise<number> {
  const { stdout } = await execute(process.execPath, [SCRIPT, client, String(CALLS), String(inFlight)])
  return (CALLS * 1000) / Number(stdout)
}
