// `node run-gateway.mjs`: all scenarios of both eras, and what differs through a gateway; exit code 1 when anything does.
import { compareGateway, summaryOf } from './gateway.mjs'

const RUNS = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', 'modern'],
]
for (const [revision, era] of RUNS) {
  const rows = await compareGateway(['--requirements', revision], era)
  for (const row of rows) print(line(revision, row))
  const seen = rows.filter(({ isSeen }) => isSeen)
  print(`${summaryOf(revision, rows, era)}\n`)
  if (!seen.every(({ isEqual }) => isEqual) || seen.length === 0) process.exitCode = 1
}

function line(revision, { scenario, isSeen, isEqual, ...sides }) {
  const verdict = isEqual ? 'equal ' : isSeen ? 'DIFFER' : 'unseen'
  const head = `${revision}  ${verdict}  ${String(sides.direct.length).padStart(3)}  ${scenario}`
  return isEqual || !isSeen ? head : [head, ...differences(sides)].join('\n')
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
