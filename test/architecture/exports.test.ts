/** No export is kept for later: what nobody uses is deleted. */
import { expect, it } from 'vitest'
import { deadFileExports, deadModuleExports } from './dead-exports.js'
import { doorSources } from './doors.js'
import { filesUnder, readTree } from './source-tree.js'

const folders = ['src', 'test', 'bench'].filter((folder) => filesUnder(folder).length > 0)
const tree = readTree(...folders)

it('every export of a module is used by another module, a test or a public door', () => {
  expect(deadModuleExports(tree, Object.values(doorSources()))).toEqual([])
})

it('every export of a file is used by another file', () => {
  expect(deadFileExports(tree, Object.values(doorSources()))).toEqual([])
})
