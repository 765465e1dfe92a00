// Runs this package's client and those of the official SDK, versions 1 and 2, against the torture table: `node compare.mjs`.
// Prints one table with a column for each; exit code 1 when this package's client is wrong on a row.
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { runTorture, TORTURE_ROWS } from '../../dist/joined/testing/index.js'

const CLIENTS = [
  { name: 'understudy', file: 'understudy.mjs', eras: ['legacy', 'modern'] },
  { name: 'SDK v1', file: 'sdk-v1.mjs', eras: ['legacy'] },
  { name: 'SDK v2', file: 'sdk-v2.mjs', eras: ['legacy', 'modern'] },
]
/**
 * What a client may take for one request, in milliseconds. Where there is an answer to be had, a busy machine must not be taken for a
 * mistake; where there is none, an error is right however early it comes.
 */
const REQUEST_MS = { answer: 15_000, either: 3000, error: 3000 }
const ROW_MS = 30_000
const WIDTHS = { id: 28, column: 22 }

const columns = []
for (const client of CLIENTS) columns.push(await columnOf(client))
print(['', ...columns.map(({ title }) => title)])
for (const { id } of TORTURE_ROWS) print([id, ...columns.map(({ cells }) => cells.get(id) ?? '–')])
process.stdout.write('\n')
for (const { title, lines } of columns)
  if (lines.length > 0) process.stdout.write(`${title}\n${lines.join('\n')}\n\n`)
if (columns[0].lines.length > 0) process.exitCode = 1

/** Title, cell by row, and what was wrong in words. */
async function columnOf({ name, file, eras }) {
  const rows = TORTURE_ROWS.filter(({ era }) => eras.includes(era))
  const path = fileURLToPath(new URL(`./clients/${file}`, import.meta.url))
  process.stderr.write(`${name}: ${rows.length} rows\n`)
  const run = (limitMs) =>
    runTorture({
      client: [process.execPath, path, '{era}', String(limitMs)],
      rows: rows.filter(({ right }) => REQUEST_MS[right] === limitMs),
      jobs: Math.max(4, availableParallelism()),
      timeoutMs: ROW_MS,
    })
  const results = [...(await run(REQUEST_MS.answer)), ...(await run(REQUEST_MS.error))]
  const wrong = results.filter(({ faults }) => faults.length > 0)
  return {
    title: `${name}: ${results.length - wrong.length} of ${results.length}`,
    cells: new Map(results.map((result) => [result.row.id, cellOf(result)])),
    lines: wrong.map(({ row, whys }) => `  ${row.id}: ${whys.join(', ')}`),
  }
}

function cellOf({ faults, durationMs }) {
  const verdict = faults.length === 0 ? 'right' : faults[0]
  return `${verdict.padEnd(13)}${(durationMs / 1000).toFixed(1).padStart(5)} s`
}

function print([id, ...cells]) {
  const line = [id.padEnd(WIDTHS.id), ...cells.map((cell) => cell.padEnd(WIDTHS.column))].join('')
  process.stdout.write(`${line.trimEnd()}\n`)
}
