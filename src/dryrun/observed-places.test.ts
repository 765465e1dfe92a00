import { expect, test } from 'vitest'
import { verifies } from '../../test/verifies.js'
import { placesOf } from './observed-places.js'

verifies('rehearsal:observed-effects')

test.each([
  [[{ path: 'notes/a.md' }], { path: '/home/me/notes/a.md' }, ['{path}']],
  [[{ path: 'notes/a.md' }], { path: './a.md' }, ['{path}']],
  [[{ path: 'b.md', from: 'a.md' }], { source: 'a.md', destination: 'b.md' }, ['{destination}', '{source}']],
  [[{ path: 'notes/deep/a.md' }], { folder: 'notes/' }, ['{folder}/*']],
  [[{ path: 'memory.jsonl' }], { name: 'Ann' }, ['memory.jsonl']],
  [[{ path: 'notes/ba.md' }], { path: 'a.md' }, ['notes/ba.md']],
])('placesOf %j with the arguments %j is %j', (seen, args, places) => {
  expect(placesOf(seen, args)).toEqual(places)
})
