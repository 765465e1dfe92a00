import { expect, it } from 'vitest'
import type { Drift, DriftChange } from './drift.js'
import { renderDrift } from './render-drift.js'

const CLEAN: Drift = {
  format: 'understudy.drift/1',
  lock: 'understudy.lock.json',
  fail_on: 'breaking',
  failed: false,
  counts: { breaking: 0, instructions: 0, risky: 0, additive: 0, wording: 0 },
  servers: [
    { server: 'shop', tools: { locked: 2, live: 2 }, version: { locked: '1.0', live: '1.1' } },
    { server: 'file', tools: { locked: 1, live: 1 }, version: { locked: '1', live: null } },
  ],
  changes: [],
  recordings: null,
  tests: null,
  not_asked: [],
  unavailable: [],
}
const BROKEN: DriftChange = {
  class: 'breaking',
  server: 'shop',
  tool: 'find',
  part: 'input',
  pointer: '/limit',
  message: '"/limit" must be at most 50 now, was at most 100',
  witness: { limit: 51 },
}

const { witness: _, ...WORDS } = BROKEN

it('renderDrift says in two lines that nothing changed, and which version is new', () => {
  expect(renderDrift(CLEAN)).toMatchInlineSnapshot(`
    "CLEAN  understudy.lock.json
      3 tools of 2 servers keep their contracts.
      shop is version 1.1, was 1.0.
    "
  `)
})

it('renderDrift claims nothing of servers that could not be asked', () => {
  const unavailable = [{ server: 'gone', reason: 'it ended with 1' }]

  expect(renderDrift({ ...CLEAN, unavailable })).toMatch(/^INCOMPLETE/)
})

it('renderDrift tells changes by class and tool, then the recordings they break, then what to do', () => {
  const drift: Drift = {
    ...CLEAN,
    failed: true,
    counts: { breaking: 2, instructions: 0, risky: 0, additive: 1, wording: 0 },
    changes: [
      BROKEN,
      { ...WORDS, part: 'annotations', message: 'The tool was read-only, and may destroy now' },
      { ...WORDS, class: 'additive', tool: null, part: 'server', message: 'The server is new, with 3 tools' },
    ],
    recordings: {
      total: 1,
      list: [
        {
          server: 'shop',
          tool: 'find',
          recorded_at: '2026-01-02T03:04:05.678Z',
          why: 'arguments',
          message: 'Its arguments are refused now: "/limit" must be at most 50, found 80',
        },
      ],
    },
    not_asked: ['other'],
    unavailable: [{ server: 'gone', reason: 'it ended with 1' }],
  }

  expect(renderDrift(drift)).toMatchInlineSnapshot(`
    "DRIFT  understudy.lock.json
      3 changes: 2 breaking, 1 additive.
      shop is version 1.1, was 1.0.
      Server "gone" could not be asked: it ended with 1
      Locked, and not asked now: other.

    Breaking (2)
      shop:find
        input: "/limit" must be at most 50 now, was at most 100
          such as the arguments {"limit":51}
        The tool was read-only, and may destroy now

    Additive (1)
      shop
        The server is new, with 3 tools

    Recordings that are not found any more (1)
      shop:find  2026-01-02T03:04:05.678Z
        Its arguments are refused now: "/limit" must be at most 50, found 80

    Next
      - mend the server; or, where the change is meant, write the lock anew with
        understudy lock
      - record again with understudy call … --store
    "
  `)
})

it('renderDrift escapes what a server says, and fits 80 columns', () => {
  const message = `"/x" \u001b[31m::error::${' very'.repeat(60)}`
  const text = renderDrift({
    ...CLEAN,
    counts: { ...CLEAN.counts, risky: 1 },
    changes: [{ ...BROKEN, class: 'risky', message }],
  })

  expect(text).toContain('\\x1b[31m')
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([])
})
