/** Pages that have between them all that a page can have. */
import type { Report, ReportedCall, ReportedTask } from '../../src/dryrun/index.js'
import { renderHtml } from '../../src/report/index.js'
import { ATTACKS, reportOf } from '../fixtures/hostile-report.js'
import { CLEAN, COPIED, FAULTY, GUESSED, READ, SOURCE } from '../fixtures/reports.js'

/** A word of this length finds no place to break by itself. */
const LONG = 'name_without_a_place_to_break_'.repeat(8)
const ATTACK = ATTACKS.join(' ')

export const PAGES: Readonly<Record<string, string>> = {
  clean: renderHtml(CLEAN, { fileName: 'plan.ts', source: SOURCE }),
  everything: renderHtml(
    { ...reportOf('some text'), validation: FAULTY.validation },
    { fileName: 'plan.ts', source: SOURCE },
  ),
  'long names': renderHtml(reportOf(LONG), { fileName: `${LONG}.ts`, source: `${LONG}\n${LONG}` }),
  'sixty calls': renderHtml(sixtyCalls(), {
    fileName: 'plan.ts',
    source: 'await mcp.files.read({})\n'.repeat(60),
  }),
  workflow: renderHtml(workflow(), { fileName: 'plan.json', source: '{}\n'.repeat(12) }),
  copied: renderHtml(COPIED, { fileName: 'plan.ts', source: SOURCE }),
  hostile: renderHtml(reportOf(ATTACK), { fileName: ATTACK, source: ATTACKS.join('\n') }),
}

/** Every other call is given what the one before it said; the last twenty are those of a loop. */
function sixtyCalls(): Report {
  const sources = ['recording', 'stub', 'schema', 'unknown', 'copy'] as const
  const calls = Array.from(
    { length: 60 },
    (_, i): ReportedCall => ({
      ...READ,
      n: i + 1,
      line: Math.min(i, 40) + 1,
      source: sources[i % sources.length] ?? 'unknown',
      ...(i % 2 === 1 ? { arguments_from: { '/path': { call: i, pointer: '/content' } } } : {}),
    }),
  )
  return { ...GUESSED, calls }
}

/** A diamond, and one task that was skipped. */
function workflow(): Report {
  const task = (id: string, depends_on: string[], call?: number): ReportedTask => ({
    ...{ id, depends_on, tool: 'files:read', line: (call ?? 5) * 2, column: 3 },
    ...(call === undefined ? { state: 'skipped' } : { state: 'done', call }),
  })
  const tasks = [
    task('list', [], 1),
    task('left', ['list'], 2),
    task('right', ['list'], 3),
    task('join', ['left', 'right'], 4),
    task('never', ['join']),
  ]
  const calls = [1, 2, 3, 4].map((n): ReportedCall => ({ ...READ, n, line: n * 2 }))
  return { ...CLEAN, calls, tasks }
}
