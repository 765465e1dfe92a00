import { expect, test } from 'vitest'
import { CLEAN } from '../../test/fixtures/reports.js'
import type { FileEffect, Report } from '../dryrun/index.js'
import { toldChanges } from './file-changes.js'
import { sentenceText } from './list-section.js'

const made = (path: string, kind?: 'folder'): FileEffect => ({
  ...{ path, change: 'made', server: 'files' },
  after: { ...(kind === undefined ? {} : { kind }), mode: '0644', bytes: 1 },
})

const PROFILE = [
  made('/tmp/profile', 'folder'),
  made('/tmp/profile/Default', 'folder'),
  ...['a', 'b', 'c'].map((name) => made(`/tmp/profile/Default/${name}`)),
  made('/tmp/profile-2'),
  made('kept/note.md'),
]

function toldOf(others: number): readonly string[] {
  const { shown, more } = toldChanges(PROFILE, CLEAN, { removed: 9, others })
  return [...shown.map(({ sentence }) => sentenceText(sentence)), ...(more === undefined ? [] : [more])]
}

test('toldChanges tells folders that were made without what is in them, where not all has room', () => {
  expect(toldOf(4)).toEqual([
    '/tmp/profile, folder with 3 files and 1 folder',
    '/tmp/profile-2, 1 B',
    'kept/note.md, 1 B',
  ])
})

test('toldChanges tells each file of a folder that was made, where all have room', () => {
  expect(toldOf(7)).toHaveLength(7)
})

test('toldChanges folds what the plan made and removed again, and names each thing that is lost', () => {
  const removed = ({ path, after }: FileEffect): FileEffect => ({
    ...{ path, change: 'removed', server: 'files' },
    ...(after === undefined ? {} : { before: after }),
  })
  const made = PROFILE.map((each) => ({ ...each, call: 1 }))
  const lost = [1, 2, 3].map((n) => removed({ ...PROFILE[5], path: `/home/${n}` } as FileEffect))
  const late = [...PROFILE.slice(0, 5).map(removed), ...lost]
  const effects = { files: made, late } as unknown as NonNullable<Report['effects']>
  const { shown } = toldChanges(late, { ...CLEAN, effects }, { removed: 9, others: 4 })

  expect(shown.map(({ sentence }) => sentenceText(sentence))).toEqual([
    '/home/1, 1 B',
    '/home/2, 1 B',
    '/home/3, 1 B',
    '/tmp/profile, folder with 3 files and 1 folder, which call 1 made',
  ])
})
