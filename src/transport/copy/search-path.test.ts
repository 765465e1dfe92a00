import { expect, test } from 'vitest'
import { searchPath } from './search-path.js'

const ours = { uid: 0, mode: 0o755 }

test.each([
  ['there is none', undefined, undefined, false],
  ["it is root's", ours, ours, true],
  ["its folder is somebody else's", { uid: 1000, mode: 0o755 }, ours, false],
  ['others may write to the folder', { uid: 0, mode: 0o777 }, ours, false],
  ['the group may write to it', ours, { uid: 0, mode: 0o775 }, false],
  ['it is a link', ours, { uid: 0, mode: 0o777 }, false],
])(
  'a starting program of the administrator is taken only where nobody else can change it: %s',
  (_, folder, file, isTaken) => {
    const path = searchPath('/opt/own', (each) => (each.endsWith('/unshare') ? file : folder))

    expect(path.startsWith('/opt/own:')).toBe(isTaken)
    expect(path).toContain('/usr/bin')
  },
)
