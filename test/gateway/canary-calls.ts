/** Calls of a client of a gateway in front of the canary: none of them reaches it in dry mode. */
import type { JsonObject, JsonValue } from '../../src/base/index.js'
import { PROGRAM, WORKFLOW } from './notes-gateway.js'

/** What a client may try, by the tool it names and what it gives it. */
export const CALLS: readonly (readonly [string, JsonObject])[] = [
  ...['notes__read_note', 'read_note', 'notes:read_note', 'notes/read_note', 'notes.read_note'].map(
    (name) => [name, { id: 'welcome' }] as const,
  ),
  ['notes__write_note', { id: 'copy', text: 'x' }],
  ['notes__delete_note', { id: 'welcome' }],
  ['notes__no_such_tool', {}],
  ...['Notes__read_note', 'nötes__read_note', 'notes__read_note ', 'notes__READ_NOTE', 'notes__', ''].map(
    (name) => [name, { id: 'welcome' }] as const,
  ),
  ...['__proto__', 'constructor', 'notes____proto__', 'notes__constructor', 'execute_dag '].map(
    (name) => [name, {}] as const,
  ),
  ['notes__write_note', { id: 'copy', text: 'x'.repeat(1_000_000), more: true }],
  ...['DRY_RUN', 'dry-run', 'dry_run ', 'constructor', '__proto__'].map(
    // A name of its own, as JSON makes it.
    (name) =>
      [
        'execute_code',
        { code: PROGRAM, ...JSON.parse(`{${JSON.stringify(name)}: {"dry_run": false}}`) },
      ] as const,
  ),
  ...[
    {},
    { dry_run: false },
    { dry_run: 'false' },
    { dry_run: 0 },
    { dry_run: null },
    { dryRun: true },
    { dry_run: true },
  ].flatMap((choice: JsonObject) => [
    ['execute_dag', { workflow: WORKFLOW as unknown as JsonValue, ...choice }] as const,
    ['execute_code', { code: PROGRAM, ...choice }] as const,
  ]),
  ['execute_dag', { workflow: JSON.stringify(WORKFLOW), dry_run: false, force: true }],
  ['execute_dag', { workflow: JSON.stringify(WORKFLOW), dry_run: [false] }],
  ['describe_tools', { tools: ['notes:read_note'] }],
]
