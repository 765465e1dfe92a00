// What the official suite found of a server, check by check.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runSuite } from './suite.mjs'

/** Scenario by scenario, each check with its verdict. */
export async function checksOf(url, args, folder) {
  await runSuite(['server', '--url', url, '--output-dir', folder, ...args])
  const entries = (await readdir(folder)).map(async (run) => {
    // A scenario that breaks off leaves no checks behind.
    const text = await readFile(join(folder, run, 'checks.json'), 'utf8').catch(() => BROKEN_OFF)
    const scenario = run.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '')
    return [scenario, JSON.parse(text).map(({ id, status }) => `${id}: ${status}`)]
  })
  return new Map((await Promise.all(entries)).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const BROKEN_OFF = '[{"id":"scenario","status":"BROKE OFF"}]'
