// Three runs of the official suite: against a server, against a recorder in front of it, and against a replay of that recording.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { runSuite } from './suite.mjs'

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const SERVER = fileURLToPath(new URL('../fixtures/servers/conformance/http.mjs', import.meta.url))

/**
 * Resolves with a row for every scenario: `{ scenario, direct, recorded, replayed, isEqual }`, each side as a list of
 * `check: STATUS`. `args` choose the scenarios. The server is one that is up at `url`, or one that is started by `command` and
 * prints its URL.
 */
export async function compareRuns(args, { url, command = [process.execPath, SERVER] } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-conformance-'))
  const cassette = join(folder, 'cassette.jsonl')
  try {
    const [direct, recorded] = await withServer(url, command, async (live) => [
      await checksOf(live, args, join(folder, 'direct')),
      await withProgram(understudy('record', '--url', live, '--listen', '0', '--out', cassette), (proxy) =>
        checksOf(proxy, args, join(folder, 'recorded')),
      ),
    ])
    const replayed = await withProgram(understudy('replay', cassette, '--listen', '0'), (replay) =>
      checksOf(replay, args, join(folder, 'replayed')),
    )
    const scenarios = [...new Set([direct, recorded, replayed].flatMap((run) => [...run.keys()]))]
    return scenarios.map((scenario) => rowOf(scenario, [direct, recorded, replayed]))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function rowOf(scenario, runs) {
  const [direct, recorded, replayed] = runs.map((run) => run.get(scenario) ?? [])
  const isEqual = direct.join('\n') === recorded.join('\n') && direct.join('\n') === replayed.join('\n')
  return { scenario, direct, recorded, replayed, isEqual }
}

/** Scenario by scenario, each check with its verdict. */
async function checksOf(url, args, folder) {
  await runSuite(['server', '--url', url, '--output-dir', folder, ...args])
  const runs = await readdir(folder)
  const entries = runs.map(async (run) => {
    // A scenario that breaks off leaves no checks behind.
    const text = await readFile(join(folder, run, 'checks.json'), 'utf8').catch(
      () => '[{"id":"scenario","status":"BROKE OFF"}]',
    )
    const checks = JSON.parse(text)
    const scenario = run.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '')
    return [scenario, checks.map(({ id, status }) => `${id}: ${status}`)]
  })
  return new Map((await Promise.all(entries)).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function withServer(url, command, work) {
  return url === undefined ? withProgram(command, work) : work(url)
}

/** A program that serves until it is told to end, and prints where as its first line. */
async function withProgram([command, ...args], work) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const exited = once(child, 'exit')
  try {
    const lines = createInterface({ input: child.stdout })
    const [first] = await Promise.race([once(lines, 'line'), exited])
    const url = /https?:\/\/\S+/.exec(String(first))?.[0]
    if (url === undefined) throw new Error(`Not a URL of "${[command, ...args].join(' ')}": ${first}`)
    return await work(url)
  } finally {
    child.stdin.end()
    child.kill('SIGTERM')
    await exited
  }
}

const understudy = (...args) => [process.execPath, MAIN, ...args]
