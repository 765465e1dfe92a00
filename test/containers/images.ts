/** Images that are built, and what an engine says when it cannot. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { MockMCPClient, type StartOptions } from '../../src/testing/index.js'
import { type BuiltImage, buildImage, type ImageBuild } from '../../src/transport/index.js'
import { RUN_LABEL } from './base-image.js'
import { engine, engineState, eventually, server, startClient, TIMEOUT_MS } from './world.js'

const DIST = pathToFileURL(fileURLToPath(new URL('../../dist/transport/index.js', import.meta.url))).href

describe('an image', { timeout: TIMEOUT_MS }, () => {
  it('is built once, however many ask for it, up to the stage that is named', async () => {
    using context = contextOf('test')

    const built = await Promise.all(Array.from({ length: 5 }, () => buildImage(context)))
    await using client = await startClient({ build: context, args: ['looks-around.mjs'], network: 'none' })
    const stage = await client.callTool('read', { path: '/stage' })

    expect(new Set(built).size).toBe(1)
    expect(built[0]).toMatchObject({ isNew: true, id: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) })
    expect(stage.content).toBe('test')
  })

  it('is found by another process, also when others were made from it, and built anew when its context changes', async () => {
    using context = contextOf('last')
    const first = await buildImage(context)
    await makeNewerFrom(first)

    const again = await buildElsewhere(context)
    writeFileSync(join(context.context, 'last'), 'changed')
    const changed = await buildElsewhere(context)

    expect(again).toEqual({ ...first, isNew: false })
    expect(changed).toMatchObject({ isNew: true })
    expect(changed.id).not.toBe(first.id)
  })
})

describe('what the engine cannot do', { timeout: TIMEOUT_MS }, () => {
  it.concurrent.each<[string, () => StartOptions, string]>([
    ['an image that does not exist', () => ({ image: 'localhost/nowhere:1' }), 'there is no such image'],
    [
      'a source of a mount that does not exist',
      () => ({ ...server('echo'), mounts: ['/nowhere:/x'] }),
      'the source of a mount does not exist',
    ],
    [
      'a network that does not exist',
      () => ({ ...server('echo'), network: 'nowhere' }),
      'there is no such network',
    ],
    [
      'a folder that the image has not',
      () => ({ ...server('echo'), workdir: '/nowhere' }),
      'workdir "/nowhere" does not exist',
    ],
    [
      'a user that the image has not',
      () => ({ ...server('echo'), user: 'nobody-here' }),
      'unable to find user nobody-here',
    ],
  ])('is told by what it is: %s', async (_, options, reason) => {
    await expect(MockMCPClient.start(options())).rejects.toMatchObject({
      code: 'HANDSHAKE_FAILED',
      message: expect.stringContaining(reason),
    })
  })

  it.concurrent.each<[string, string, Partial<ImageBuild>, string]>([
    ['a Dockerfile that is none', 'FROM scratch\nHELLO\n', {}, 'HELLO'],
    [
      'a stage that is not there',
      'FROM scratch AS one\n',
      { target: 'two' },
      'the Dockerfile has no such stage',
    ],
  ])('is told by what it is: %s', async (_, dockerfile, options, reason) => {
    using folder = scratch()
    writeFileSync(join(folder.path, 'Dockerfile'), dockerfile)

    await expect(buildImage({ context: folder.path, ...options })).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
      message: expect.stringContaining(reason),
    })
  })

  it('is told by what it is: a context without a Dockerfile', async () => {
    using folder = scratch()

    await expect(buildImage({ context: folder.path })).rejects.toThrow(
      'there is no Dockerfile in the context',
    )
    await expect(buildImage({ context: join(folder.path, 'none') })).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    })
  })
})

/** A context of two stages that differ by a file `/stage`. */
function contextOf(target: string): ImageBuild & Disposable {
  const folder = scratch()
  const { server: image } = engineState()
  const lines = [`FROM ${image} AS test`, 'COPY test /stage', `FROM ${image} AS last`, 'COPY last /stage']
  writeFileSync(join(folder.path, 'Dockerfile'), `${lines.join('\n')}\n`)
  for (const stage of ['test', 'last']) writeFileSync(join(folder.path, stage), stage)
  const tag = `localhost/understudy-test-${target}:${process.pid}`
  return { context: folder.path, target, tag, [Symbol.dispose]: folder[Symbol.dispose] }
}

/** An image that inherits every label, and is listed before: engines count seconds, so it may take several tries. */
async function makeNewerFrom({ id, tag }: BuiltImage): Promise<void> {
  using folder = scratch()
  const { run } = await engine()
  await eventually(async () => {
    writeFileSync(join(folder.path, 'Dockerfile'), `FROM ${tag}\nLABEL made=${randomUUID()}\n`)
    expect(await run(['build', '--quiet', folder.path])).toMatchObject({ exitCode: 0 })
    const [newest] = (
      await run(['image', 'ls', '--quiet', '--no-trunc', `--filter=label=${RUN_LABEL}`])
    ).stdout.split('\n')
    expect(newest).not.toBe(id)
  })
}

async function buildElsewhere({ context, target, tag }: ImageBuild) {
  const code = `import { buildImage } from ${JSON.stringify(DIST)}
console.log(JSON.stringify(await buildImage(${JSON.stringify({ context, target, tag })})))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code])
  return JSON.parse(stdout)
}

function scratch(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'understudy-context-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
