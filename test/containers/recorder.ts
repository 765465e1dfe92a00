/** A recorder in front of a server in a container: whatever ends first, the container is gone. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { OWNER_LABEL, ownerOf } from '../../src/transport/container/owner.js'
import { MAIN } from '../fixtures/command-line.js'
import { askOn, type RecorderRun, recordingsIn, scratchFolder, start } from '../proxy/recorder-process.js'
import { containersOf, engine, engineState, eventually, TIMEOUT_MS } from './world.js'

function recorder(store: string, server: string, image = engineState().server): RecorderRun {
  const options = ['--store', store, '--image', image, '--network', 'none', '--', `${server}.mjs`]
  return start([process.execPath, MAIN, 'record', ...options])
}

/** The label tells which process started a container. */
function containersOfRun({ child }: RecorderRun): Promise<readonly string[]> {
  return containersOf(`label=${OWNER_LABEL}=${ownerOf(child.pid)}`)
}

describe('a recorder of a server in a container', { timeout: TIMEOUT_MS }, () => {
  it.concurrent('passes on what is said, keeps it, and ends with its client', async () => {
    using folder = scratchFolder()
    const store = join(folder.path, 'r.db')
    const run = recorder(store, 'echo')
    const client = await askOn(run)
    await client.call('from a container')
    const names = await containersOfRun(run)

    run.child.stdin.end()
    const { code, stdout } = await run.ended

    expect(code).toBe(0)
    expect(String(stdout)).toContain('from a container')
    expect((await recordingsIn(store)).map(({ method }) => method)).toEqual([
      'initialize',
      'tools/list',
      'tools/call',
    ])
    expect(names).toHaveLength(1)
    expect(await containersOf(`name=${names[0]}`)).toEqual([])
  })

  it.concurrent('ends as its server ends, with its exit code', async () => {
    using folder = scratchFolder()
    const run = recorder(join(folder.path, 'r.db'), 'dies-during-call')
    const client = await askOn(run)
    const names = await containersOfRun(run)

    client.call('the last words').catch(() => undefined)
    const { code, stderr } = await run.ended

    // 128 and SIGABRT.
    expect(code).toBe(134)
    expect(String(stderr)).toContain('1 without an answer')
    expect(await containersOf(`name=${names[0]}`)).toEqual([])
  })

  it.concurrent.each(['SIGINT', 'SIGTERM'] as const)(
    'removes it on %s, though it does not listen',
    async (signal) => {
      using folder = scratchFolder()
      const run = recorder(join(folder.path, 'r.db'), 'ignores-sigterm')
      await eventually(async () => expect(await containersOfRun(run)).toHaveLength(1))
      const names = await containersOfRun(run)

      run.child.kill(signal)
      const { code } = await run.ended

      expect(code).toBe(signal === 'SIGINT' ? 130 : 143)
      await eventually(async () => expect(await containersOf(`name=${names[0]}`)).toEqual([]))
    },
  )

  it.concurrent("removes it when the engine's client is killed, or the container by somebody else", async () => {
    using folder = scratchFolder()
    const orphaned = recorder(join(folder.path, 'a.db'), 'echo')
    const removed = recorder(join(folder.path, 'b.db'), 'echo')
    for (const run of [orphaned, removed]) await askOn(run)
    const names = [...(await containersOfRun(orphaned)), ...(await containersOfRun(removed))]
    expect(names).toHaveLength(2)

    process.kill(engineClientOf(orphaned), 'SIGKILL')
    await (await engine()).run(['kill', names[1] ?? ''])
    const ends = await Promise.all([orphaned.ended, removed.ended])

    expect(ends.map(({ code }) => code)).toEqual([137, 137])
    for (const name of names) expect(await containersOf(`name=${name}`)).toEqual([])
  })

  it.concurrent('tells why there is no container', async () => {
    using folder = scratchFolder()
    const run = recorder(join(folder.path, 'r.db'), 'echo', 'localhost/nowhere:1')

    const { code, stderr } = await run.ended

    expect(code).toBe(3)
    expect(String(stderr)).toMatch(/Cannot run "localhost\/nowhere:1" in a container: there is no such image/)
  })

  it.concurrent('removes it when its client is gone', async () => {
    using folder = scratchFolder()
    const run = recorder(join(folder.path, 'r.db'), 'echo')
    await askOn(run)
    const names = await containersOfRun(run)

    run.child.stdout.destroy()
    run.child.stdin.destroy()
    await once(run.child, 'exit')

    expect(await containersOf(`name=${names[0]}`)).toEqual([])
  })
})

/** The child of the recorder that does not record. */
function engineClientOf({ child }: RecorderRun): number {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')
  return Number(
    children.find((pid) => !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('recorder-process')) ??
      Number.NaN,
  )
}
