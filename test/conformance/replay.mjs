// Three runs of the official suite: against a server, against a recorder in front of it, and against a replay of that recording.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { checksOf } from './checks.mjs'
import { withFixture, withRecorder, withReplay } from './suite.mjs'

/**
 * Resolves with a row for every scenario: `{ scenario, direct, recorded, replayed, isEqual }`, each side a list of
 * `check: STATUS`. `args` choose the scenarios. The server is one that is up at `url`, or one that `command` starts and that
 * prints its URL; without both it is the fixture.
 */
export async function compareRuns(args, target = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-conformance-'))
  const cassette = join(folder, 'cassette.jsonl')
  const checks = (url, side) => checksOf(url, args, join(folder, side))
  try {
    const [direct, recorded] = await withTarget(target, async (url) => [
      await checks(url, 'direct'),
      await withRecorder(url, cassette, (recorder) => checks(recorder, 'recorded')),
    ])
    const replayed = await withReplay(cassette, (replay) => checks(replay, 'replayed'))
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

function withTarget({ url, command }, work) {
  if (url !== undefined) return work(url)
  return command === undefined ? withFixture(work) : withCommand(command, work)
}

async function withCommand([program, ...args], work) {
  const server = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(server, 'exit')
  try {
    const [line] = await Promise.race([once(createInterface({ input: server.stdout }), 'line'), exited])
    const url = /https?:\/\/\S+/.exec(String(line))?.[0]
    if (url === undefined) throw new Error(`The first line of "${program}" holds no URL: ${line}`)
    return await work(url)
  } finally {
    server.stdin.end()
    server.kill('SIGTERM')
    await exited
  }
}
