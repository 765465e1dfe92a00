/** Which Deno is taken, and what is said when there is none. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { createDenoSandbox, sandboxLayers } from '../../src/sandbox/index.js'
import { findDeno } from '../../src/sandbox/layers/deno-binary.js'
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
  await fakeDeno(folder, '2.10.1')
  await writeFile(join(folder, 'package.json'), '{"version":"2.9.5"}')

  const found = await findDeno({
    platform,
    searchPath: folder,
    resolvePackage: () => join(folder, 'package.json'),
  })

  expect(found).toMatchObject({ version: '2.9.5', source: 'package' })
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
      'Cannot start the sandbox: the optional package "@deno/linux-x64-glibc" is not installed, and no deno is on PATH',
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
