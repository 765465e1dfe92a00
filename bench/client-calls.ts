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
    await compare('calls one after another, over the official SDK', 1),
    await compare('calls with 32 in flight, over the official SDK', 32),
  ]
}

async function compare(name: string, inFlight: number): Promise<Figure> {
  const rounds: { sdk: number; ours: number; checked: number }[] = []
  for (let i = 0; i < ROUNDS; i++) {
    const sdk = await callsASecond('sdk', inFlight)
    const ours = await callsASecond('ours', inFlight)
    rounds.push({ sdk, ours, checked: await callsASecond('ours-checked', inFlight) })
  }
  const best = (side: 'sdk' | 'ours' | 'checked') => Math.max(...rounds.map((round) => round[side]))
  const shown = (side: 'sdk' | 'ours' | 'checked') => Math.round(best(side)).toLocaleString('en')
  const checked = (best('checked') / best('sdk')).toFixed(2)
  return {
    name,
    value: best('ours') / best('sdk'),
    unit: '×',
    target: { atLeast: 2 },
    detail: `ours ${shown('ours')} a second, SDK ${shown('sdk')}; with the wire check ${shown('checked')} (${checked} ×); the first ${CALLS} of a process`,
  }
}

async function callsASecond(client: string, inFlight: number): Promise<number> {
  const { stdout } = await execute(process.execPath, [SCRIPT, client, String(CALLS), String(inFlight)])
  return (CALLS * 1000) / Number(stdout)
}
