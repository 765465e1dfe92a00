/** The blocks of guides that need a server are tried here, with this one in the place of the reader's. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type CodeBlock, codeBlocks, NEEDS_POSTGRES } from '../docs/code-blocks.js'
import { createScratch } from '../docs/scratch.js'
import { brokenBlocks } from '../docs/try-blocks.js'
import { sql, urlOf } from './world.js'

const DOCUMENT = 'docs/guides/recording-stores.md'
const GATEWAY = 'docs/guides/gateway.md'

it(`what ${DOCUMENT} shows works on a real server`, async () => {
  await using scratch = await createScratch()
  const text = readFileSync(new URL(`../../${DOCUMENT}`, import.meta.url), 'utf8')

  const broken = await brokenBlocks(codeBlocks(DOCUMENT, text).flatMap(withServer), scratch)

  expect(broken).toEqual([])
  expect(sql('SELECT method, tool FROM understudy.recordings ORDER BY id')).toBe(
    'initialize|\ntools/list|\ntools/call|read_graph\ntools/list|',
  )
})

it(`what ${GATEWAY} shows of a team works on a real server`, async () => {
  await using scratch = await createScratch()
  const text = readFileSync(new URL(`../../${GATEWAY}`, import.meta.url), 'utf8')
  // The others are tried where every document is.
  const blocks = codeBlocks(GATEWAY, text).filter(
    ({ file, notRun }) => file !== undefined || notRun === NEEDS_POSTGRES,
  )

  const broken = await brokenBlocks(blocks.flatMap(withServer), scratch)

  expect(broken).toEqual([])
  expect(blocks.filter(({ notRun }) => notRun !== undefined)).toHaveLength(1)
})

function withServer({ notRun, ...block }: CodeBlock): CodeBlock[] {
  // Blocks before these may be what they need.
  if (notRun !== undefined && notRun !== NEEDS_POSTGRES) return []
  return [{ ...block, text: block.text.replaceAll(READERS, urlOf()) }]
}

const READERS = 'postgres://me:secret@localhost:5432/team'
