#!/usr/bin/env node
// A plan over two services that cannot be copied: rehearsed while it asks them what it reads, corrected, and run as it was rehearsed.
import { strict as assert } from 'node:assert'
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from './services/serve.mjs'

const manifest = createRequire(import.meta.url).resolve('mcp-understudy/package.json')
const command = join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.understudy)
const PLAN = ['--params', '{"before":"2026-03-01"}', '--config', '.mcp.json']
const READS = ['--live-reads', 'tracker:list_*']

const project = mkdtempSync(join(tmpdir(), 'understudy-saas-'))
const services = await serve()
try {
  prepareProject()

  say('1. Nobody knows what the services answer, and the plan reads pages until there are no more.')
  const blind = await understudy(0, 'dry-run', 'remind.ts', ...PLAN)
  assert.match(blind, /^UNCERTAIN/)
  assert.deepEqual(await taken(), [])

  say('2. The tracker may be asked what it only tells. It is busy once, and the plan is patient.')
  const good = await understudy(0, 'dry-run', 'remind.ts', ...PLAN, ...READS)
  assert.match(good, /^PASS, ASSUMING 8 CALLS SUCCEED/)
  assert.ok(good.includes('3 reads asked for real (tracker)'))

  say('3. The same plan, written in a hurry. What it takes for a mail address is none.')
  const hasty = await understudy(1, 'dry-run', 'remind-hasty.ts', ...PLAN, ...READS)
  assert.match(hasty, /^FAIL/)
  assert.ok(hasty.includes('mail:send: "/to" is required, but missing'))
  assert.deepEqual((await taken()).filter(isWrite), [], 'no rehearsal wrote anything')

  say(
    '4. The good one is rehearsed once more, with a receipt, and run by it. What the services are too busy for is tried again.',
  )
  await understudy(0, 'dry-run', 'remind.ts', ...PLAN, ...READS, '--receipt', 'receipt.json')
  const run = await understudy(0, 'run', 'remind.ts', ...PLAN, '--receipt', 'receipt.json')
  assert.match(run, /^COMPLETED/m)
  const writes = (await taken()).filter(isWrite)
  assert.deepEqual([writes.length, new Set(writes).size], [8, 8])
  process.stdout.write('\n4 mails were sent and 4 comments added, after four rehearsals that sent none.\n')
} finally {
  services.close()
  rmSync(project, { recursive: true, force: true })
}

/** A project as a user has it: plans, and a config that names two servers by their URLs. */
function prepareProject() {
  cpSync(fileURLToPath(new URL('plans', import.meta.url)), project, { recursive: true })
  const entry = (name) => ({ type: 'http', url: `${services.url}/${name}` })
  const config = { mcpServers: { tracker: entry('tracker'), mail: entry('mail') } }
  writeFileSync(join(project, '.mcp.json'), JSON.stringify(config, null, 2))
}

/** Runs the command as a user would, shows it, and holds it to its exit code. */
async function understudy(exitCode, ...args) {
  process.stdout.write(`\n$ understudy ${args.join(' ')}\n`)
  // Not waited for by blocking: the services are of this process.
  const running = spawn(process.execPath, [command, ...args], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  running.stdout.setEncoding('utf8').on('data', (more) => {
    said += more
  })
  const code = await new Promise((resolve, reject) => running.on('error', reject).on('close', resolve))
  process.stdout.write(said)
  assert.equal(code, exitCode, `understudy ${args[0]} ${args[1]} ends with ${exitCode}`)
  return said
}

/** The calls that the services took. */
async function taken() {
  const log = await (await fetch(`${services.url}/log`)).text()
  return log.split('\n').filter((line) => line !== '')
}

function isWrite(line) {
  return !/:(list|get)_/.test(line)
}

function say(text) {
  process.stdout.write(`\n${text}\n`)
}
