/**
 * `npm run soak:sequences`: every scripted agent live, in copies, and its sequence applied, with moved worlds; then those that the rules were
 * not made for. A word takes the agents whose names have it. Ends with 1 where something was applied that should not be, or ended otherwise
 * (one that was told and stopped before its first effect has done nothing: it is counted apart, and as one that is not applied), where fewer can be applied than 33 of 35, where what cannot be is not named, or where a world that moved is not told from one that did not.
 */
import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const folder = mkdtempSync(join(tmpdir(), 'sequences-'))
const script = fileURLToPath(new URL('play.mjs', import.meta.url))
const drop =
  process.getuid() === 0 ? ['setpriv', '--reuid=12345', '--regid=12345', '--clear-groups'] : ['env']
if (process.getuid() === 0) chownSync(folder, 12345, 12345)
const tells = []
let expected = 0
try {
  const deno =
    process.env.UNDERSTUDY_DENO === undefined ? {} : { UNDERSTUDY_DENO: process.env.UNDERSTUDY_DENO }
  const child = spawn(
    drop[0],
    [...drop.slice(1), process.execPath, script, folder, ...process.argv.slice(2)],
    {
      env: { PATH: process.env.PATH, HOME: folder, ...deno },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const over = new Promise((resolve) => child.once('exit', resolve))
  for await (const line of createInterface({ input: child.stdout })) {
    const told = JSON.parse(line)
    if (told.agents !== undefined) {
      expected = told.agents
      continue
    }
    tells.push(told)
    print(
      `[${tells.length}/${expected}] ${isGood(told) ? 'ok ' : '!! '} ${told.name}${isGood(told) ? '' : `: ${whyBad(told)}`}`,
    )
  }
  if ((await over) !== 0 || tells.length < expected) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (tells.length === 0) {
  print('No agent has that in its name')
  process.exitCode = 1
}

const LEAST_APPLIED = 33 / 35
let isWrong = false
for (const [title, isOfGroup] of [
  ['Agents', ({ name }) => !/^(?:unseen|foreign|later|looking|strange|parcels):/.test(name)],
  ['Unseen', ({ name }) => name.startsWith('unseen:')],
  ['Foreign', ({ name }) => name.startsWith('foreign:')],
  ['Later', ({ name }) => name.startsWith('later:')],
  ['Looking', ({ name }) => name.startsWith('looking:')],
  ['Strange', ({ name }) => name.startsWith('strange:')],
  ['Parcels', ({ name }) => name.startsWith('parcels:')],
]) {
  const group = tells.filter(isOfGroup)
  if (group.length > 0) isWrong = summarise(title, group) || isWrong
}
if (isWrong) process.exitCode = 1

function summarise(title, group) {
  const should = group.filter((each) => each.not === undefined)
  const shouldNot = group.filter((each) => each.not !== undefined)
  const equal = should.filter(isEqual)
  const stoppedBefore = group.filter((each) => !isGood(each) && each.stopped !== undefined)
  const wrong = group.filter(
    (each) => each.kind === 'appliable' && !isGood(each) && each.stopped === undefined,
  )
  const named = shouldNot.filter(isGood)
  const moves = group.flatMap(({ moved = [] }) => moved)
  const stopped = (stops) => moves.filter((move) => move.stops === stops && move.facts.length > 0).length
  const total = (stops) => moves.filter((move) => move.stops === stops).length
  const onTheWay = group.flatMap((each) => each.onTheWay ?? [])
  const stoppedOnTheWay = onTheWay.filter(({ ok }) => ok).length
  print(`${title}: ${group.length}, ${group.reduce((sum, { calls = 0 }) => sum + calls, 0)} calls`)
  print(`  applied, end as live:      ${equal.length} of ${should.length}`)
  print(`  wrong appliable:           ${wrong.length}`)
  print(`  stopped, nothing done:     ${stoppedBefore.length}`)
  print(`  named as not appliable:    ${named.length} of ${shouldNot.length}`)
  print(`  moved worlds stopped:      ${stopped(true)} of ${total(true)}`)
  print(`  harmless moves stopped:    ${stopped(false)} of ${total(false)}`)
  print(`  moved on the way, stopped: ${stoppedOnTheWay} of ${onTheWay.length}`)
  for (const each of group.filter((one) => !isGood(one))) print(`  ! ${each.name}: ${whyBad(each)}`)
  for (const { name, moved = [] } of group)
    for (const move of moved.filter(({ stops, facts }) => stops !== facts.length > 0))
      print(`  ! ${name}: ${move.name} ${move.stops ? 'did not stop' : `stopped: ${move.facts[0]}`}`)
  for (const { name, onTheWay: way } of group)
    if (way?.ok === false) print(`  ! ${name}: moved before call ${way.call}, and not stopped there`)
  return (
    wrong.length > 0 ||
    equal.length < Math.floor(should.length * LEAST_APPLIED) ||
    named.length < shouldNot.length ||
    stopped(true) < total(true) ||
    stopped(false) > 0 ||
    stoppedOnTheWay < onTheWay.length
  )
}

function isGood(told) {
  return told.not === undefined ? isEqual(told) : told.reasons?.some(({ what }) => what === told.not) === true
}

function isEqual({ kind, end, applied, disk = [] }) {
  return kind === 'appliable' && end.ended === 'completed' && applied === 'alike' && disk.length === 0
}

function whyBad({ crashed, reasons, disk = [], why, end, kind, not, stopped }) {
  if (crashed !== undefined) return crashed
  if (stopped !== undefined && not === undefined) return `stopped with nothing done: ${stopped}`
  if (not !== undefined) return `${kind}, and should not be (${not}): ${JSON.stringify(reasons ?? [])}`
  return JSON.stringify(reasons ?? (disk.length > 0 ? disk : { why, end }))
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
