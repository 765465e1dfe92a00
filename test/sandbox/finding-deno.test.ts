/** Which Deno is taken, and what is said when there is none. */
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { createDenoSandbox, sandboxLayers } from '../../src/sandbox/index.js'
import { findDeno } from '../../src/sandbox/layers/deno-binary.js'
import { hasDigest } from '../../src/sandbox/layers/file-digest-check.js'
import { PACKAGED_VERSION, PUBLISHED_DIGESTS } from '../../src/sandbox/layers/published-deno.js'
import { platformOf } from '../../src/sandbox/layers/this-platform.js'

const platform = platformOf('linux', 'x64')

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads what a fixture needs from this pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'understudy-deno-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
})

test('a deno on PATH is taken when the package is not installed', async ({ folder }) => {
  const path = await fakeDeno(folder, '2.10.1')

  const found = await findDeno({ platform, searchPath: `/nowhere:${folder}`, resolvePackage: notInstalled })

  expect(found).toEqual({ path, version: '2.10.1', source: 'PATH' })
})

test('the package comes before PATH', async ({ folder }) => {
  const { path, ...search } = await packagedDeno(folder)

  const found = await findDeno(search)

  expect(found).toEqual({ path, version: '2.9.5', source: 'package' })
})

test('a packaged binary that is not the one that was published is never run, and PATH does not stand in for it', async ({
  folder,
}) => {
  const { path, ...search } = await packagedDeno(folder)
  await findDeno(search)
  await writeFile(path, `${await readFile(path, 'utf8')}# one more line`)

  for (const digests of [search.digests, { '@deno/linux-x64-glibc': '0'.repeat(64) }, {}])
    await expect(findDeno({ ...search, digests })).rejects.toMatchObject({
      code: 'SANDBOX_ALTERED',
      message: `Cannot start the sandbox: "${path}" is not the Deno 2.9.5 that was published as "@deno/linux-x64-glibc"`,
      hint: expect.stringContaining('install it again'),
    })
})

test('another version than the published one is not taken from the package', async ({ folder }) => {
  const { path: _, ...search } = await packagedDeno(folder)
  await writeFile(search.resolvePackage(), '{"version":"2.9.6"}')

  const found = await findDeno(search)

  expect(found).toMatchObject({ version: '2.10.1', source: 'PATH' })
})

test('a file that has its digest is read once, and again after it was touched', async ({ folder }) => {
  const [file, memory] = [join(folder, 'binary'), join(folder, 'cache', 'binary.checked')]
  await writeFile(file, 'as it was published')
  const sha256 = createHash('sha256').update('as it was published').digest('hex')
  const readsOf = async (): Promise<string> => {
    expect(await hasDigest(file, sha256, ['/dev/null/no-folder', memory])).toBe(true)
    return readFile(memory, 'utf8')
  }
  const first = await readsOf()
  // What is remembered counts: a second look leaves it as it is, also where it could not be written again.
  await chmod(join(folder, 'cache'), 0o500)
  expect(await readsOf()).toBe(first)
  await chmod(join(folder, 'cache'), 0o700)
  await utimes(file, 1, 1)

  const second = await readsOf()

  expect(second).not.toBe(first)
  await writeFile(file, 'as it was PUBLISHED')
  await utimes(file, 1, 1)
  expect(await hasDigest(file, sha256, [memory])).toBe(false)
})

test('every package that package.json names has a digest, and the one that is installed here has its own', async () => {
  const { optionalDependencies } = JSON.parse(await readFile('package.json', 'utf8'))

  expect(optionalDependencies).toEqual(
    Object.fromEntries(Object.keys(PUBLISHED_DIGESTS).map((name) => [name, PACKAGED_VERSION])),
  )
  const found = await findDeno({ platform: platformOf(process.platform, process.arch), searchPath: '' })
  expect(found.source).toBe('package')
})

test('a package without its binary is passed over', async ({ folder }) => {
  const path = await fakeDeno(folder, '2.9.5')
  await writeFile(join(folder, 'package.json'), '{"version":"2.9.5"}')

  const found = await findDeno({
    platform,
    searchPath: folder,
    resolvePackage: () => join(folder, 'x', 'package.json'),
  })

  expect(found).toMatchObject({ path, source: 'PATH' })
})

test('a Deno that makes code of text all the same is refused when a guest starts', async ({ folder }) => {
  const path = await denoWithoutEngineFlags(folder)
  await using sandbox = await createDenoSandbox({ denoPath: path, poolSize: 0 })

  const run = sandbox.run({
    code: 'return 1',
    fileName: 'plan.js',
    params: null,
    world: { kind: 'real' },
    answer: () => Promise.reject(new Error('nobody calls')),
  })

  await expect(run).rejects.toMatchObject({
    code: 'SANDBOX_START_FAILED',
    evidence: ['This version of Deno cannot run programs in isolation: it makes functions of text'],
  })
})

test('a Deno that is too old is refused with what was found', async ({ folder }) => {
  const path = await fakeDeno(folder, '1.46.3')

  const found = findDeno({ platform, searchPath: folder, resolvePackage: notInstalled })

  await expect(found).rejects.toMatchObject({
    code: 'SANDBOX_MISSING',
    message: `Cannot start the sandbox: "${path}" is Deno 1.46.3, and 2.9.5 or newer (below 3) is needed`,
    hint: expect.stringContaining('optional dependencies'),
  })
})

test('no Deno at all is refused with the package that is missing', async () => {
  const found = findDeno({ platform, searchPath: '/nowhere', resolvePackage: notInstalled })

  await expect(found).rejects.toMatchObject({
    code: 'SANDBOX_MISSING',
    message:
      'Cannot start the sandbox: the optional package "@deno/linux-x64-glibc" is not installed in version 2.9.5, and no deno is on PATH',
  })
})

test('a given path is the only one looked at', async ({ folder }) => {
  const sandbox = createDenoSandbox({ denoPath: join(folder, 'deno') })

  await expect(sandbox).rejects.toMatchObject({
    code: 'SANDBOX_MISSING',
    message: `Cannot start the sandbox: "${join(folder, 'deno')}" does not run`,
  })
})

test('a Deno that says its version but does not start is told with its last words', async ({ folder }) => {
  const denoPath = await fakeDeno(folder, '2.9.5', 'echo "no luck today" >&2; exit 7')
  await chmod(folder, 0o755)
  await using sandbox = await createDenoSandbox({ denoPath })

  const run = sandbox.run({
    code: '',
    fileName: 'x.ts',
    params: null,
    world: { kind: 'virtual', seed: 1, startMs: 0 },
    answer: () => Promise.reject(),
  })

  await expect(run).rejects.toMatchObject({ code: 'SANDBOX_START_FAILED', evidence: ['no luck today'] })
})

async function fakeDeno(folder: string, version: string, otherwise = 'exit 1'): Promise<string> {
  const path = join(folder, 'deno')
  await writeFile(
    path,
    `#!/bin/sh\nif [ "$1" = --version ]; then echo "deno ${version} (stable)"; else ${otherwise}; fi\n`,
  )
  await chmod(path, 0o755)
  return path
}

/** One that is installed, with another Deno on PATH. */
async function packagedDeno(folder: string) {
  const packaged = join(folder, 'node_modules', '@deno', 'linux-x64-glibc')
  const onPath = join(folder, 'bin')
  await mkdir(packaged, { recursive: true })
  await mkdir(onPath)
  await fakeDeno(onPath, '2.10.1')
  const path = await fakeDeno(packaged, '2.9.5')
  const manifest = join(packaged, 'package.json')
  await writeFile(manifest, '{"version":"2.9.5"}')
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
  return {
    ...{ path, platform, searchPath: onPath, digests: { '@deno/linux-x64-glibc': sha256 } },
    resolvePackage: () => manifest,
  }
}

function notInstalled(): string {
  throw new Error('Cannot find module')
}

/** The real one, behind a script that forgets what the engine is told. */
async function denoWithoutEngineFlags(folder: string): Promise<string> {
  const { deno } = await sandboxLayers()
  const path = join(folder, 'deno')
  const script = `#!/bin/sh
for given; do shift; case "$given" in --v8-flags=*) ;; *) set -- "$@" "$given" ;; esac; done
exec "${deno.path}" "$@"
`
  await writeFile(path, script)
  await chmod(path, 0o755)
  return path
}
