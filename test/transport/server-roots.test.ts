/** The roots of servers on a real disk: what the lookup of the tests beside the code takes for granted. */
import { once } from 'node:events'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { serverRoots } from '../../src/transport/index.js'

it('serverRoots resolves links, takes files and folders, and leaves sockets and the script alone', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'understudy-roots-')))
  const socket = createServer().listen(join(folder, 's.sock'))
  try {
    await once(socket, 'listening')
    await mkdir(join(folder, 'data'))
    await symlink('data', join(folder, 'link'))
    await writeFile(join(folder, 'server.js'), '')
    await writeFile(join(folder, 'notes.db'), '')

    const roots = serverRoots({
      command: process.execPath,
      args: ['server.js', './link', '--db=notes.db', 's.sock', '--later', './new.db', 'stdio'],
      baseDir: folder,
    })

    expect(roots).toEqual([join(folder, 'data'), join(folder, 'notes.db'), join(folder, 'new.db')])
  } finally {
    socket.close()
    await rm(folder, { recursive: true })
  }
})
