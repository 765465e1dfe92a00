import { expect, it } from 'vitest'
import type { PostgresRow } from '../../database/index.js'
import { readRun } from './postgres-journal-rows.js'
import { journalStatements } from './postgres-statements.js'

const sql = journalStatements('runs')
const runRow = (state: string, plan: string): PostgresRow => [
  ...['r1', 'anna', state, 'a title', '2026-01-01', null, null, 'run'],
  ...[plan, 'settings', null, null, null],
]
const callRow = (args: string): PostgresRow => [1, '1:1', 0, 's:t', 'd', args, 'done', 'an outcome', 0, null]

it('reads a run as it was at one moment, though it ends and is forgotten between two statements', async () => {
  const rows = {
    [sql.run]: [[runRow('running', 'a plan')], [runRow('done', '')], [runRow('done', '')]],
    [sql.approvals]: [[], []],
    [sql.calls]: [[callRow('')], [callRow('')]],
  }
  const run = async (text: string) => rows[text]?.shift() ?? []

  expect(await readRun({ run }, sql, 'r1')).toMatchObject({ state: 'done', plan: '', calls: [{ n: 1 }] })
})

it('reads each statement once more and no oftener where nothing moves', async () => {
  const asked: string[] = []
  const run = async (text: string) => {
    asked.push(text)
    return text === sql.run ? [runRow('running', 'a plan')] : text === sql.calls ? [callRow('{}')] : []
  }

  expect(await readRun({ run }, sql, 'r1')).toMatchObject({ state: 'running', calls: [{ arguments: '{}' }] })
  expect(asked).toEqual([sql.run, sql.approvals, sql.calls, sql.run])
})

it('finds none that is forgotten meanwhile', async () => {
  const rows = [[runRow('running', 'a plan')], []]
  const run = async (text: string) => (text === sql.run ? (rows.shift() ?? []) : [])

  expect(await readRun({ run }, sql, 'r1')).toBeUndefined()
})
