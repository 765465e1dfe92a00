// `node run-gateway.mjs`: all scenarios of both eras, and what differs through a gateway; exit code 1 when anything does.
import { compareGateway } from './gateway.mjs'

const RUNS = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', 'modern'],
]
for (const [revision, era] of RUNS) {
  const rows = await compareGateway(['--requirements', revision], era)
  for (const row of rows) print(line(revision, row))
  const equal = rows.filter(({ isEqual }) => isEqual)
  const checks = equal.reduce((sum, { direct }) => sum + direct.length, 0)
  print(
    `${revision}: ${equal.length} of ${rows.length} scenarios equal over HTTP and over stdio, check by check (${checks} checks)\n`,
  )
  if (equal.length < rows.length || rows.length === 0) process.exitCode = 1
}

function line(revision, { scenario, isEqual, ...sides }) {
  const head = `${revision}  ${isEqual ? 'equal ' : 'DIFFER'}  ${String(sides.direct.length).padStart(3)}  ${scenario}`
  return isEqual ? head : [head, ...differences(sides)].join('\n')
}

function differences({ direct, http, stdio }) {
  const against = (name, side) => [
    ...side.filter((check) => !direct.includes(check)).map((check) => `    over ${name} has ${check}`),
    ...direct.filter((check) => !side.includes(check)).map((check) => `    over ${name} lacks ${check}`),
  ]
  return [...against('HTTP', http), ...against('stdio', stdio)]
}

function print(text) {
  process.stdout.write(`${text}\n`)
}
