/** Engines that do not answer, hang or talk nonsense: programs of that name on a PATH of their own. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../src/base/index.js'
import { isOwnerAlive, ownerOf } from '../../src/transport/container/owner.js'
import { findEngine } from '../../src/transport/index.js'
import { isRunning } from '../fixtures/start-server.js'

describe('findEngine', () => {
  it('takes docker where both answer, and podman where docker does not', async () => {
    using both = engines({ docker: 'echo 28.1.0', podman: 'echo 5.0.0' })
    using one = engines({ docker: 'echo down >&2; exit 1', podman: 'echo 5.0.0' })

    expect(await findEngine(undefined, both)).toMatchObject({ name: 'docker', version: '28.1.0' })
    expect(await findEngine('podman', both)).toMatchObject({ name: 'podman', version: '5.0.0' })
    expect(await findEngine(undefined, one)).toMatchObject({ name: 'podman' })
  })

  it('asks once, and again after a failure', async () => {
    using world = engines({ podman: 'echo 5.0.0' })

    const first = await findEngine('podman', world)
    const error = await findEngine('docker', world).catch((failure: unknown) => failure)
    world.write('docker', 'echo 28.1.0')

    expect(await findEngine('podman', world)).toBe(first)
    expect(error).toMatchObject({ code: 'ENGINE_MISSING' })
    expect(await findEngine('docker', world)).toMatchObject({ name: 'docker' })
  })

  it('tells what each engine said when none answers', async () => {
    using world = engines({
      docker: 'echo "Cannot connect\x1b[31m to the daemon" >&2; exit 1',
      podman: 'echo junk',
    })

    await expect(findEngine(undefined, world)).rejects.toMatchObject({
      name: 'TransportError',
      code: 'ENGINE_MISSING',
      evidence: ['docker: Cannot connect\\x1b[31m to the daemon', 'podman: junk'],
      hint: expect.stringContaining('install podman or Docker'),
    })
  })

  it('tells what is not installed at all', async () => {
    using world = engines({})

    await expect(findEngine(undefined, world)).rejects.toThrow('there is no "docker" on the PATH')
  })

  it('gives up an engine that hangs, and ends it with all that it started', async () => {
    using world = engines({ podman: 'echo $$ > "$0.pid"; sleep 1000 & echo $! >> "$0.pid"; wait' })
    const { clock, pids } = timeUpWhenRunning(world, 2)

    const finding = findEngine('podman', { ...world, clock })

    await expect(finding).rejects.toThrow('no answer within 5000 ms')
    await expect.poll(async () => (await pids).filter(isRunning)).toEqual([])
  })

  it('is not drowned by an engine that prints without end', async () => {
    using world = engines({ podman: 'echo $$ > "$0.pid"; exec cat /dev/zero' })
    const { clock } = timeUpWhenRunning(world, 1)

    const finding = findEngine('podman', { ...world, clock })

    await expect(finding).rejects.toMatchObject({ code: 'ENGINE_MISSING' })
  })
})

describe('the owner of a container', () => {
  it('is alive while its process is, and is not another process of the same pid', () => {
    const [pid] = ownerOf().split('.')

    expect(isOwnerAlive(ownerOf())).toBe(true)
    expect(isOwnerAlive('999999999.1')).toBe(false)
    expect(isOwnerAlive(`${pid}.1`)).toBe(process.platform === 'win32')
  })

  it('is left alone where the label is not understood', () => {
    expect(isOwnerAlive('')).toBe(true)
    expect(isOwnerAlive('<no value>')).toBe(true)
  })
})

interface World extends Disposable {
  readonly environment: Readonly<Record<string, string>>
  write(name: string, script: string): void
  /** What a script wrote behind its own name: that many pids. */
  pids(name: string, count: number): Promise<number[]>
}

/** A clock whose every limit is over as soon as the engine has written down so many pids. */
function timeUpWhenRunning(
  world: World,
  count: number,
): { readonly clock: Clock; readonly pids: Promise<number[]> } {
  const pids = world.pids('podman', count)
  return { pids, clock: { ...systemClock, sleep: () => pids.then(() => undefined) } }
}

function engines(scripts: Readonly<Record<string, string>>): World {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-engines-'))
  const write = (name: string, script: string): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  for (const [name, script] of Object.entries(scripts)) write(name, script)
  return {
    environment: { PATH: folder },
    write,
    async pids(name, count) {
      let pids: number[] = []
      await expect
        .poll(
          () => {
            const path = join(folder, `${name}.pid`)
            pids = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean).map(Number) : []
            return pids.length
          },
          { timeout: 120_000 },
        )
        .toBe(count)
      return pids
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}
