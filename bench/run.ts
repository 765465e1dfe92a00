/** `npm run bench [name…]`: prints each figure beside its target. With --check it exits 1 when one is missed. */
import { type Figure, figureLine, meetsTarget } from './figure.js'
import { closeHighDescriptors } from './high-descriptors.js'

const BENCHMARKS: Readonly<Record<string, () => Promise<{ run(): Promise<readonly Figure[]> }>>> = {
  rehearsal: () => import('./rehearsal.js'),
  'workflow-size': () => import('./workflow-size.js'),
  'gateway-execute': () => import('./gateway-execute.js'),
  copies: () => import('./copies.js'),
  'rehearsed-agent': () => import('./rehearsed-agent.js'),
  'command-start': () => import('./command-start.js'),
  'generate-values': () => import('./generate-values.js'),
  'store-lookup': () => import('./store-lookup.js'),
  'postgres-lookup': () => import('./postgres-lookup.js'),
  'client-calls': () => import('./client-calls.js'),
  'recorded-calls': () => import('./recorded-calls.js'),
  'journal-bytes': () => import('./journal-bytes.js'),
  'postgres-scale': () => import('./postgres-scale.js'),
  'journal-calls': () => import('./journal-calls.js'),
  'bound-calls': () => import('./bound-calls.js'),
  'gateway-calls': () => import('./gateway-calls.js'),
  'client-connect': () => import('./client-connect.js'),
  'replay-calls': () => import('./replay-calls.js'),
  'client-close': () => import('./client-close.js'),
  'serve-calls': () => import('./serve-calls.js'),
  'vitest-test': () => import('./vitest-test.js'),
  'instruction-router': () => import('./instruction-router.js'),
}

const args = process.argv.slice(2)
const wanted = args.filter((arg) => !arg.startsWith('--'))
const unknown = [
  ...wanted.filter((name) => !Object.hasOwn(BENCHMARKS, name)),
  ...args.filter((arg) => arg.startsWith('--') && arg !== '--check'),
]
if (unknown.length > 0) {
  console.error(
    `Cannot run ${unknown.join(', ')}: there are ${Object.keys(BENCHMARKS).join(', ')}, and the option --check`,
  )
  process.exit(2)
}
closeHighDescriptors()
let missed = 0
for (const [name, load] of Object.entries(BENCHMARKS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const { run } = await load()
  for (const figure of await run()) {
    if (!meetsTarget(figure)) missed++
    console.log(figureLine(figure))
  }
}
if (args.includes('--check') && missed > 0) process.exitCode = 1
