/** Nothing that clients get wrong is without a server, and no server is without a test. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { TORTURE_ROWS } from '../../../src/testing/index.js'
import { POINTS } from './misbehaviour.js'
import { MISBEHAVIOURS } from './misbehaviours.js'

const SERVERS = fileURLToPath(new URL('../../fixtures/servers/', import.meta.url))
const TESTS = fileURLToPath(new URL('../../', import.meta.url))

/** What one call on one connection cannot show, and the test of it in this folder. */
const TESTED_BESIDE: Readonly<Record<string, string>> = {
  'failed start': 'starting-and-stopping',
  stopping: 'starting-and-stopping',
  'end of the server': 'starting-and-stopping',
  environment: 'starting-and-stopping',
  'readiness and state': 'starting-and-stopping',
  descendants: 'starting-and-stopping',
  'schemas compiled once': 'schemas',
  'detection of the era': 'eras',
}

it('every point has a row in the tables or a test beside them', () => {
  const inTables = new Set<string>(MISBEHAVIOURS.flatMap(({ points }) => points))
  const files = new Set(readdirSync(fileURLToPath(new URL('.', import.meta.url))))

  expect(POINTS.filter((point) => !inTables.has(point) && TESTED_BESIDE[point] === undefined)).toEqual([])
  expect(Object.keys(TESTED_BESIDE).filter((point) => inTables.has(point))).toEqual([])
  expect(Object.values(TESTED_BESIDE).filter((name) => !files.has(`${name}.test.ts`))).toEqual([])
})

it('every server of the fixtures is used by a test, or by another server', () => {
  const names = readdirSync(SERVERS).flatMap((file) => (file.endsWith('.mjs') ? [file.slice(0, -4)] : []))
  const texts = [...textsUnder(TESTS, '.ts'), ...textsUnder(TESTS, '.mjs')].join('\n')

  expect(names.length).toBeGreaterThan(0)
  const isUsed = (name: string): boolean =>
    [`'${name}'`, `'${name}.mjs'`, `/${name}.mjs'`].some((written) => texts.includes(written))
  expect(names.filter((name) => !isUsed(name))).toEqual([])
})

function textsUnder(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => readFileSync(`${folder}${path}`, 'utf8'))
}

/** Servers of the fixtures that say nothing wrong to one client that makes one right call. */
const NEED_MORE_THAN_ONE_CALL = [
  'finds-nothing',
  'reports-progress',
  'reverses-answers',
  'tells-arguments',
  'unknown-tool-as-tool-error',
]

it('every misbehaviour on standard input and output that this client is tested on has a row', () => {
  const ids = new Set(TORTURE_ROWS.map(({ id }) => id))
  const servers = MISBEHAVIOURS.map(({ server }) => server).filter((server) => !server.startsWith('http-'))

  const without = servers.filter((server) => !ids.has(server) && !ids.has(`modern-${server}`))

  expect([...new Set(without)].sort()).toEqual(NEED_MORE_THAN_ONE_CALL)
})
