// Runs all that the official conformance suite scores, of both eras: `node run.mjs client`, `server` or `service`.
// Prints a line for every scenario and both counts at the end; exit code 1 when one of the scored ones failed.
import { runClient, runServer, runService } from './suite.mjs'

const RUNS = { client: runClient, server: runServer, service: runService }
const REVISIONS = ['2025-11-25', '2026-07-28']
const [what] = process.argv.slice(2)
const run = RUNS[what]
if (run === undefined) throw new Error(`Cannot run "${what}": say client, server or service`)

const counts = []
for (const revision of REVISIONS) {
  const { code, output, rows } = await run('--requirements', revision)
  const scored = rows.filter(({ isScored }) => isScored)
  const good = scored.filter(({ isGood }) => isGood)
  for (const row of rows) print(line(revision, row))
  if (code !== 0 || good.length < scored.length || scored.length === 0) {
    print(output)
    process.exitCode = 1
  }
  counts.push(`${revision}: ${good.length} of ${scored.length}`)
}
print(`\n${what}, scored scenarios that pass: ${counts.join(', ')}`)
if (what === 'server')
  print(
    'These are of the fixture alone, with which the other runs are compared: no line of this package answered.',
  )

function line(revision, { scenario, passed, failed, isScored, isGood }) {
  const verdict = isGood ? 'pass' : 'FAIL'
  const checks = `${passed}/${passed + failed}`.padStart(7)
  return `${revision}  ${verdict}  ${checks}  ${scenario}${isScored ? '' : '  (not scored)'}`
}

function print(text) {
  process.stdout.write(`${text}\n`)
}
