/**
 * Every code block of README.md and docs/ is tried. Shell and program blocks of a document run in order in one scratch
 * folder; data blocks are parsed. What cannot run says so in a comment before it, and is counted.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesUnder, PROJECT_ROOT } from '../architecture/source-tree.js'
import { verifies } from '../verifies.js'
import { codeBlocks, NEEDS_COPIES, NEEDS_ENGINE, NEEDS_POSTGRES } from './code-blocks.js'
import { createScratch, TIMEOUT_MS } from './scratch.js'
import { brokenBlocks, wrongTypes } from './try-blocks.js'

verifies('client:usage-documented', 'ours:documents-run')

/** How many blocks are not run, each with its reason beside it. It only falls. */
const NOT_RUN = 2

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'examples/instruction-router/README.md',
  'examples/saas/README.md',
  ...filesUnder('docs'),
]
  .filter((path) => path.endsWith('.md') && existsSync(join(PROJECT_ROOT, path)))
  .map((path) => ({ path, blocks: codeBlocks(path, readFileSync(join(PROJECT_ROOT, path), 'utf8')) }))
const withBlocks = documents.filter(({ blocks }) => blocks.some(({ notRun }) => notRun === undefined))

describe('the documents', () => {
  it('leave no more blocks untried than before', () => {
    const untried = documents.flatMap(({ blocks }) =>
      blocks.filter(
        ({ notRun }) => ![undefined, NEEDS_COPIES, NEEDS_ENGINE, NEEDS_POSTGRES].includes(notRun),
      ),
    )

    expect(untried.map(({ place, notRun }) => `${place} ${notRun}`).slice(NOT_RUN)).toEqual([])
  })
  it('link only to files that exist', () => {
    expect(documents.flatMap(({ path }) => brokenLinks(path))).toEqual([])
  })
  it('have programs whose types are right', async () => {
    await using scratch = await createScratch()

    expect(
      await wrongTypes(
        documents.flatMap(({ blocks }) => blocks),
        scratch,
      ),
    ).toEqual([])
  })
})

describe.concurrent.each(withBlocks)('$path', ({ blocks }) => {
  it('shows blocks that work', { timeout: blocks.length * TIMEOUT_MS }, async ({ expect }) => {
    await using scratch = await createScratch()

    expect(await brokenBlocks(blocks, scratch)).toEqual([])
  })
})

/** Relative links, in text and not in code, whose file is not there. */
function brokenLinks(path: string): string[] {
  const prose = readFileSync(join(PROJECT_ROOT, path), 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)#\s]+)(#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => !existsSync(join(PROJECT_ROOT, path, '..', target)))
    .map((target) => `${path} links to ${target}`)
}
