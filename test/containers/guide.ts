/** The blocks of docs/guides/containers.md that need an engine are tried here, with the base image of these tests in the place of a pulled one, and a name of this run. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type CodeBlock, codeBlocks, NEEDS_ENGINE } from '../docs/code-blocks.js'
import { createScratch } from '../docs/scratch.js'
import { brokenBlocks } from '../docs/try-blocks.js'
import { engineState } from './world.js'

const DOCUMENT = 'docs/guides/containers.md'

it(`what ${DOCUMENT} shows works on a real engine`, async () => {
  await using scratch = await createScratch()
  const blocks = codeBlocks(DOCUMENT, read(DOCUMENT)).flatMap(withEngine)

  const broken = await brokenBlocks(blocks, scratch)

  expect(broken).toEqual([])
  expect(blocks.length).toBeGreaterThan(5)
})

function withEngine({ notRun, ...block }: CodeBlock): CodeBlock[] {
  if (notRun !== undefined && notRun !== NEEDS_ENGINE) return []
  const text = block.text
    .replaceAll('node:24-slim', engineState().base)
    .replaceAll('localhost/notes:test', `localhost/notes:${process.pid}`)
  return [{ ...block, text }]
}

it(`${DOCUMENT} installs what the script of these tests installs`, () => {
  const script = read('test/containers/install-engine.sh')
  const [packages, settings] = ['install.sh', 'understudy-tests.conf'].map((name) => blockOf(name))

  const named = /--no-install-recommends \\\s+(.*)/.exec(packages ?? '')?.[1]
  expect(named).toContain('podman')
  expect(script).toContain(named)
  expect(script).toContain(settings)
})

function blockOf(file: string): string | undefined {
  return codeBlocks(DOCUMENT, read(DOCUMENT)).find((block) => block.file === file)?.text
}

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
}
