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
import {
  describeCases,
  describeClasses,
  describeMissed,
  describeReasons,
  describeTallies,
  describeWrong,
} from './describe.js'
import type { FidelityCase } from './fidelity-case.js'
import { readCases } from './read-cases.js'
import { WAYS } from './run-case.js'
import { figuresOf, tally } from './tally.js'

const CASES = fileURLToPath(new URL('../../bench/fidelity/cases/', import.meta.url))

interface Choice {
  readonly cases: readonly FidelityCase[]
  readonly isChecked: boolean
  readonly showsMissed: boolean
  readonly json: string | undefined
}

const choice = choose(process.argv.slice(2))
if (choice === undefined) process.exitCode = 2
else if (!(await bench(choice)) && choice.isChecked) process.exitCode = 1

/** Undefined for words and options that name nothing: what is wrong is told then. */
function choose(args: readonly string[]): Choice | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        short: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        missed: { type: 'boolean', default: false },
        json: { type: 'string' },
      },
    })
    const all = readCases(CASES).filter(({ isShort }) => isShort || !values.short)
    const cases =
      positionals.length === 0 ? all : all.filter(({ id }) => positionals.some((word) => id.includes(word)))
    if (cases.length === 0) throw new Error(`no case has ${positionals.join(' or ')} in its id`)
    return { cases, isChecked: values.check, showsMissed: values.missed, json: values.json }
  } catch (failure) {
    console.error(
      `Cannot run the bench of fidelity: ${failure instanceof Error ? failure.message : String(failure)}`,
    )
    return undefined
  }
}

/** At a terminal each case that is done, in the same line; elsewhere a line for each tenth of them. */
function tellProgress(count: number): (of: FidelityCase) => void {
  let done = 0
  return ({ id }) => {
    done++
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${done}/${count} ${id}`)
    else if (Math.floor((done * 10) / count) > Math.floor(((done - 1) * 10) / count))
      process.stderr.write(`${done} of ${count} cases\n`)
  }
}

/** True when every goal is met and every label proved. */
async function bench({ cases, showsMissed, json }: Choice): Promise<boolean> {
  console.log(`${describeCases(cases)}\n`)
  const { results, broken } = await runCases(cases, tellProgress(cases.length))
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  if (json !== undefined) writeFileSync(json, JSON.stringify(results, undefined, 1))

  const tallies = WAYS.map((way) => tally(way, results))
  const figures = figuresOf(tallies)
  const wrong = describeWrong(results)
  console.log(`${describeTallies(tallies)}\n`)
  for (const figure of figures) console.log(figureLine(figure))
  console.log(`\n${describeClasses(results)}\n\n${describeReasons(results)}`)
  if (broken.length > 0) console.log(`\nCould not be run:\n${broken.join('\n')}`)
  if (wrong.length > 0) console.log(`\n${wrong.join('\n')}`)
  if (showsMissed) console.log(`\nNeither caught nor named:\n${describeMissed(results).join('\n')}`)
  const isProved = broken.length === 0 && results.every(({ unproved }) => unproved.length === 0)
  return isProved && figures.every(meetsTarget)
}
