/**
 * Processor time of the official SDK's client over that of ours for the same calls, each in a fresh process, against one server: what
 * else the machine does has no part in it. Of the rounds the cheapest of each counts.
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
    await compare(
      'calls of the client as it starts by default, one after another, as many as the official SDK makes by the same processor time',
      1,
    ),
    await compare(
      'calls of the client as it starts by default, 32 in flight, as many as the official SDK makes by the same processor time',
      32,
    ),
  ]
}

type Side = 'sdk' | 'ours-default' | 'ours-unchecked' | 'ours-asked'
const SIDES: readonly Side[] = ['sdk', 'ours-default', 'ours-unchecked', 'ours-asked']

async function compare(name: string, inFlight: number): Promise<Figure> {
  const best = new Map<Side, number>()
  for (let i = 0; i < ROUNDS; i++)
    for (const side of SIDES)
      best.set(side, Math.min(best.get(side) ?? Number.POSITIVE_INFINITY, await microsACall(side, inFlight)))
  const of = (side: Side): number => best.get(side) ?? Number.NaN
  const shown = (side: Side): string => `${Math.round(of(side))} µs`
  const over = (side: Side): string => `${shown(side)} (${(of('sdk') / of(side)).toFixed(2)} ×)`
  return {
    name,
    value: of('sdk') / of('ours-default'),
    unit: '×',
    target: { atLeast: 1 },
    detail: `by default ${shown('ours-default')} of processor a call, SDK ${shown('sdk')}; with its violations asked for ${over('ours-asked')}, without the wire check ${over('ours-unchecked')}; the first ${CALLS} of a process`,
  }
}

async function microsACall(client: string, inFlight: number): Promise<number> {
  const { stdout } = await execute(process.execPath, [SCRIPT, client, String(CALLS), String(inFlight)])
  return (Number(stdout) * 1000) / CALLS
}
