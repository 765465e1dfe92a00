import { expect, it } from 'vitest'
import { renderTorture } from './render-torture.js'
import type { TortureReport, TortureReportRow } from './torture.js'

const RIGHT: TortureReportRow = {
  id: 'healthy',
  era: 'legacy',
  does: 'does nothing wrong',
  right: 'answer',
  passed: true,
  told: 'answer',
  faults: [],
  whys: [],
  exit_code: 0,
  signal: null,
  duration_ms: 312.4,
  stderr: [],
}
const WRONG: TortureReportRow = {
  ...RIGHT,
  id: 'grandchild',
  does: 'leaves a process behind that holds its pipes and ignores SIGTERM',
  passed: false,
  faults: ['left-running'],
  whys: ['it left one process running'],
  duration_ms: 2100,
  stderr: ['first', '\u001b[2Jlast'],
}
const REPORT: TortureReport = {
  format: 'understudy.torture/1',
  client: ['node', 'client.js'],
  passed: true,
  counts: { right: 1, wrong: 0 },
  rows: [RIGHT],
}

it('renderTorture shows the total and every row of a client that is right', () => {
  expect(renderTorture(REPORT)).toMatchInlineSnapshot(`
    "RIGHT  node client.js
      1 row: 1 right.

    row      verdict  wanted  told    time
    healthy  right    answer  answer  312 ms
    "
  `)
})

it('renderTorture tells what is wrong before the rows, why, and what the client said last', () => {
  const report: TortureReport = {
    ...REPORT,
    passed: false,
    counts: { right: 1, wrong: 1 },
    rows: [RIGHT, WRONG],
  }

  expect(renderTorture(report)).toMatchInlineSnapshot(`
    "WRONG  node client.js
      2 rows: 1 right, 1 wrong.

    Wrong (1)
      grandchild
        the server leaves a process behind that holds its pipes and ignores SIGTERM
        wanted: the answer, and exit code 0
        it left one process running
        it said last: \\x1b[2Jlast

    row         verdict  wanted  told    time
    healthy     right    answer  answer  312 ms
    grandchild  wrong    answer  answer   2.1 s
    "
  `)
})
