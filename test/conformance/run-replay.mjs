// `node run-replay.mjs [--url URL | -- COMMAND]`: all scenarios of both eras, and what differs; exit code 1 when anything does.
import { compareRuns } from './replay.mjs'

const args = process.argv.slice(2)
const target = targetOf(args)
for (const revision of ['2025-11-25', '2026-07-28']) {
  const rows = await compareRuns(['--requirements', revision], target)
  for (const row of rows) print(line(revision, row))
  const equal = rows.filter(({ isEqual }) => isEqual)
  const checks = equal.reduce((sum, { direct }) => sum + direct.length, 0)
  print(`${revision}: ${equal.length} of ${rows.length} scenarios equal, check by check (${checks} checks)\n`)
  if (equal.length < rows.length || rows.length === 0) process.exitCode = 1
}

function targetOf([option, ...rest]) {
  if (option === '--url' && rest.length === 1) return { url: rest[0] }
  if (option === '--' && rest.length > 0) return { command: rest }
  if (option === undefined) return {}
  throw new Error('Cannot understand this: say --url URL, or -- COMMAND that prints its URL, or nothing')
}

function line(revision, row) {
  const { scenario, direct, isEqual } = row
  const good = direct.filter((check) => /: (?:SUCCESS|INFO)$/.test(check)).length
  const head = `${revision}  ${isEqual ? 'equal ' : 'DIFFER'}  ${`${good}/${direct.length}`.padStart(7)}  ${scenario}`
  return isEqual ? head : [head, ...differences(row)].join('\n')
}

function differences({ direct, recorded, replayed }) {
  const against = (name, side) => [
    ...side.filter((check) => !direct.includes(check)).map((check) => `    ${name} has ${check}`),
    ...direct.filter((check) => !side.includes(check)).map((check) => `    ${name} lacks ${check}`),
  ]
  return [...against('recorded', recorded), ...against('replayed', replayed)]
}

function print(text) {
  process.stdout.write(`${text}\n`)
}
