/** What is routed to nothing although a word of it stands in an instruction, and the nearest that is not. */
import { expect, it } from 'vitest'
import { createCatalogue, parseInstruction } from '../library/index.js'
import { BM25_ENGINE } from './bm25-engine.js'
import { createRouter } from './route.js'

const FILES: Readonly<Record<string, string>> = {
  'git/branches': 'title: Branches\ndescription: How branches are named, and who deletes them',
  'git/commits': 'title: Commits\ndescription: How changes are committed',
  'data/queries': 'title: Queries\ndescription: When a query needs an index',
  'ops/backups': 'title: Backups\ndescription: How backups are restored',
  'ops/alerts': 'title: Alerts\ndescription: Whom an alert wakes',
}
const router = createRouter(
  BM25_ENGINE,
  createCatalogue(
    Object.entries(FILES).map(([id, yaml]) =>
      parseInstruction(`${id}.instructions.md`, `---\n${yaml}\n---\nText.\n`),
    ),
    [],
  ),
)

function routed(message: string): readonly string[] {
  return router.route(message).matches.map(({ instruction }) => instruction.id)
}

it.each([
  ['one word of several, where the others stand nowhere', 'index of the smallest element of a sparse matrix'],
  ['a word beside words of private life', 'the cat and the dog need an index'],
])('%s is chance', (_, message) => {
  expect(routed(message)).toEqual([])
})

it.each([
  ['which index does my query need', 'data/queries'],
  ['index', 'data/queries'],
  ['restore the backups of the sparse matrix cluster in Oslo', 'ops/backups'],
  ['my cat deleted the branches: how are branches restored', 'git/branches'],
])('%j is none', (message, id) => {
  expect(routed(message)).toContain(id)
})
