/**
 * `npm run soak:sequences`: every scripted agent live, in copies, and its sequence applied, with moved worlds; then ten that the rules were
 * not made for. Ends with 1 where something was applied that should not be, or ended otherwise.
 */
import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = mkdtempSync(join(tmpdir(), 'sequences-'))
const script = fileURLToPath(new URL('play.mjs', import.meta.url))
const drop =
  process.getuid() === 0 ? ['setpriv', '--reuid=12345', '--regid=12345', '--clear-groups'] : ['env']
if (process.getuid() === 0) chownSync(folder, 12345, 12345)
const tells = []
try {
  const text = execFileSync(
    drop[0],
    [...drop.slice(1), process.execPath, script, folder, ...process.argv.slice(2)],
    {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        ...(process.env.UNDERSTUDY_DENO === undefined
          ? {}
          : { UNDERSTUDY_DENO: process.env.UNDERSTUDY_DENO }),
      },
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  tells.push(
    ...text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

let isWrong = false
for (const isUnseen of [false, true]) {
  const group = tells.filter(({ name }) => name.startsWith('unseen') === isUnseen)
  if (group.length === 0) continue
  const should = group.filter((each) => each.not === undefined)
  const equal = should.filter(isEqual)
  const wrong = group.filter(
    (each) =>
      (each.kind === 'appliable' && !isEqual(each)) || (each.not !== undefined && each.kind === 'appliable'),
  )
  const named = group.filter(
    (each) => each.not !== undefined && each.reasons?.some(({ what }) => what === each.not),
  )
  const moves = group.flatMap(({ moved = [] }) => moved)
  const onTheWay = group.flatMap((each) => each.onTheWay ?? [])
  print(
    `${isUnseen ? 'Unseen' : 'Agents'}: ${group.length}, ${group.reduce((sum, { calls = 0 }) => sum + calls, 0)} calls`,
  )
  print(`  applied, end as live:      ${equal.length} of ${should.length}`)
  print(`  wrong appliable:           ${wrong.length}`)
  print(`  named as not appliable:    ${named.length} of ${group.length - should.length}`)
  print(
    `  moved worlds stopped:      ${moves.filter(({ stops, facts }) => stops && facts.length > 0).length} of ${moves.filter(({ stops }) => stops).length}`,
  )
  print(
    `  harmless moves stopped:    ${moves.filter(({ stops, facts }) => !stops && facts.length > 0).length} of ${moves.filter(({ stops }) => !stops).length}`,
  )
  print(`  moved on the way, stopped: ${onTheWay.filter(({ ok }) => ok).length} of ${onTheWay.length}`)
  for (const { name, crashed, reasons, why, end, not, kind } of group.filter(
    (each) => !isEqual(each) && !named.includes(each),
  ))
    print(
      `  ! ${name}: ${crashed ?? (not !== undefined ? `${kind}: ${JSON.stringify(reasons)}` : JSON.stringify(reasons ?? why ?? end))}`,
    )
  for (const { name, moved = [] } of group)
    for (const move of moved.filter(({ stops, facts }) => stops !== facts.length > 0))
      print(`  ! ${name}: ${move.name} ${move.stops ? 'did not stop' : `stopped: ${move.facts[0]}`}`)
  isWrong ||= wrong.length > 0
}
process.exitCode = isWrong ? 1 : 0

function isEqual({ kind, end, applied, disk = [] }) {
  return kind === 'appliable' && end.ended === 'completed' && applied === 'alike' && disk.length === 0
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
