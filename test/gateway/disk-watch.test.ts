/** Whether what was copied has moved on the disk since. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type DiskWatch, watchDisk } from '../../src/gateway/copies/disk-watch.js'
import { verifies } from '../verifies.js'

verifies('gateway:spare-copies')

describe('a watch of folders', () => {
  it.each<[string, (folder: string) => void]>([
    ['a file that is written', (folder) => writeFileSync(join(folder, 'deep/er/f'), 'other')],
    ['a file that is made', (folder) => writeFileSync(join(folder, 'deep/new'), '')],
    ['a file that is removed', (folder) => rmSync(join(folder, 'deep/er/f'))],
    ['a folder that is made', (folder) => mkdirSync(join(folder, 'more'))],
    ['a folder that is renamed', (folder) => renameSync(join(folder, 'deep'), join(folder, 'deeper'))],
    ['permissions', (folder) => chmodSync(join(folder, 'deep/er/f'), 0o600)],
  ])('sees %s, at once and for good', async (_, act) => {
    using folder = watched()

    const before = await folder.watch.hasMoved()
    act(folder.path)

    expect([before, await folder.watch.hasMoved(), await folder.watch.hasMoved()]).toEqual([
      false,
      true,
      true,
    ])
    expect(folder.told()).toBe(1)
  })

  it('sees nothing in what is read, and in what the gateway writes itself', async () => {
    using folder = watched()

    readFileSync(join(folder.path, 'deep/er/f'))
    mkdirSync(join(folder.path, '.understudy'))
    writeFileSync(join(folder.path, '.understudy/recordings.db'), 'x')

    expect(await folder.watch.hasMoved()).toBe(false)
  })

  it('is blind where it cannot look, and then everything has moved', async () => {
    using folder = watched('not-there')

    expect([folder.watch.isBlind, await folder.watch.hasMoved()]).toEqual([true, true])
  })
})

interface Watched extends Disposable {
  readonly path: string
  readonly watch: DiskWatch
  told(): number
}

function watched(below = '.'): Watched {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'understudy-disk-')))
  mkdirSync(join(path, 'deep/er'), { recursive: true })
  writeFileSync(join(path, 'deep/er/f'), 'text')
  let told = 0
  const watch = watchDisk([join(path, below)], {
    onMoved: () => told++,
    isOurs: (each) => each.includes('/.understudy'),
  })
  return {
    ...{ path, watch, told: () => told },
    [Symbol.dispose]() {
      watch[Symbol.dispose]()
      rmSync(path, { recursive: true, force: true })
    },
  }
}
