/**
 * `npm run bench:fidelity [-- WORD…]`: how far verdicts, calls and written arguments are those of real runs. A word takes the cases whose
 * id has it. `--short` takes the dozen of the suite; `--check` exits 1 when a goal is missed or a label is not proved; `--missed`
 * names the faults that got no verdict; `--json FILE` keeps every report.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { figureLine, meetsTarget } from '../figure.js'
import { runCases } from './bench.js'
import { describeCases, describeMissed, describeReasons, describeTallies, describeWrong } from './describe.js'
import { readCases } from './read-cases.js'
import { WAYS } from './run-case.js'
import { figuresOf, tally } from './tally.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    missed: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const all = readCases(fileURLToPath(new URL('../../bench/fidelity/cases/', import.meta.url)))
const cases = all.filter(
  ({ id, isShort }) =>
    (isShort || !values.short) && (positionals.length === 0 || positionals.some((word) => id.includes(word))),
)
if (cases.length === 0) throw new Error(`No case has ${positionals.join(' or ')} in its id`)
console.log(`${describeCases(cases)}\n`)

let done = 0
const { results, broken } = await runCases(cases, ({ id }) => {
  done++
  if (process.stderr.isTTY) process.stderr.write(`\r${done}/${cases.length} ${id.padEnd(60)}`)
})
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results, undefined, 1))

const tallies = WAYS.map((way) => tally(way, results))
const figures = figuresOf(tallies)
const wrong = describeWrong(results)
console.log(describeTallies(tallies), '\n')
for (const figure of figures) console.log(figureLine(figure))
console.log(`\n${describeReasons(results)}`)
if (broken.length > 0) console.log(`\nCould not be run:\n${broken.join('\n')}`)
if (wrong.length > 0) console.log(`\n${wrong.join('\n')}`)
if (values.missed) console.log(`\nNeither caught nor named:\n${describeMissed(results).join('\n')}`)
const isMissed = figures.some((figure) => !meetsTarget(figure))
const isUnproved = broken.length > 0 || results.some(({ unproved }) => unproved.length > 0)
if (values.check && (isMissed || isUnproved)) process.exitCode = 1
