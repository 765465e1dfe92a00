/** Looks after assertions that passed and prove nothing, over a run of vitest. */
import { relative } from 'node:path'
import type { RunnerTestCase, RunnerTestFile } from 'vitest'
import { printable } from '../../base/index.js'
import type { VacuityFinding, VacuityLog, VacuityMode } from '../vacuity/vacuity-log.js'
import type { MatcherCall } from './chain.js'
import { atFileEnd, warn } from './file-end.js'

export interface VacuityWatch {
  /** What matchers of the mode `warn` tell their findings to. */
  readonly log: VacuityLog
  /** From now on, for the assertions of one test; `warn` for a test of which nothing was said. */
  setMode(test: RunnerTestCase, mode: VacuityMode): void
  modeOf(test: unknown): VacuityMode
  /** Runs a matcher, and takes what it proves nothing by to the place of its call. */
  around(call: MatcherCall, run: () => void): void
}

/** Findings are told once a place, at the end of each test file. */
export function createVacuityWatch(): VacuityWatch {
  const files = new WeakMap<RunnerTestFile, Map<string, string>>()
  let found: VacuityFinding[] = []

  function placesOf(file: RunnerTestFile): Map<string, string> {
    const known = files.get(file)
    if (known !== undefined) return known
    const places = new Map<string, string>()
    files.set(file, places)
    atFileEnd(file, () => {
      warn(warningOf(places))
      files.delete(file)
    })
    return places
  }

  return {
    log: { mode: 'warn', findings: [], add: (finding) => found.push(finding) },
    setMode: (test, mode) => Object.assign(test, { [MODE]: mode }),
    // Outside of tests nobody asserts: an asymmetric matcher only compares.
    modeOf: (test) => (isTest(test) ? (test[MODE] ?? 'warn') : 'off'),
    around({ task, site }, run) {
      found = []
      run()
      if (!isTest(task)) return
      for (const { text } of found) placesOf(task.file).set(testPlace(task, site), text)
    },
  }
}

/** Where a test has its mode: one place for all copies of the test kit that are loaded, of which the last looks after vacuity. */
const MODE: unique symbol = Symbol.for('mcp-understudy.vacuity-mode')
type WatchedTest = RunnerTestCase & { readonly [MODE]?: VacuityMode }

function warningOf(places: ReadonlyMap<string, string>): string[] {
  const { size } = places
  return [
    size === 1 ? 'One assertion proves nothing' : `${size} assertions prove nothing`,
    ...[...places].flatMap(([place, text]) => [
      `  ${place}`,
      ...text.split('\n').map((line) => `    ${line}`),
    ]),
    "  These tests may be green whatever the server does; with vacuity: 'error' of mcpTest they fail",
  ]
}

/** `weather.test.ts:12:5 forecast > names the day`. */
function testPlace({ file, name }: RunnerTestCase, { stack = '' }: Error): string {
  const path = printable(relative(process.cwd(), file.filepath), { oneLine: true })
  const from = stack.indexOf(`${file.filepath}:`)
  const position = from < 0 ? '' : (/^:\d+:\d+/.exec(stack.slice(from + file.filepath.length))?.[0] ?? '')
  return `${path}${position} ${printable(name, { oneLine: true })}`
}

function isTest(value: unknown): value is WatchedTest {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'test'
}
