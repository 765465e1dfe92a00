/** The public surface is a promise: the names behind each door, by hand. A change here is a change for users. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { doorSources } from './doors.js'
import { PINNED_DOORS } from './pinned-doors.js'
import { PROJECT_ROOT, readTree } from './source-tree.js'

verifies('ours:doors-pinned')

const tree = readTree('src')
const doors = Object.entries(doorSources()).filter(([, source]) => existsSync(join(PROJECT_ROOT, source)))

it('the doors of package.json are the pinned ones', () => {
  expect(Object.keys(doorSources()).sort()).toEqual(Object.keys(PINNED_DOORS).sort())
})

it.each(doors)('the door %s shows exactly the pinned names', (door, source) => {
  const names = (kind: 'runtime' | 'types') =>
    (tree.get(source)?.exports ?? [])
      .filter((each) => each.kind === kind)
      .map(({ name }) => name)
      .sort()

  expect({ runtime: names('runtime'), types: names('types') }).toEqual({
    runtime: [...(PINNED_DOORS[door]?.runtime ?? [])].sort(),
    types: [...(PINNED_DOORS[door]?.types ?? [])].sort(),
  })
})
