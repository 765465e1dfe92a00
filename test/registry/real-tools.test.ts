import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { claimOfTool } from '../../src/effects/index.js'
import { createRegistry, parseToolsFile } from '../../src/registry/index.js'
import { createSchemaCompiler } from '../../src/schema/index.js'

const folder = fileURLToPath(new URL('../fixtures/data/tools', import.meta.url))

describe('the tools of public servers', () => {
  const listings = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => parseToolsFile(readFileSync(join(folder, name), 'utf8'), name, name.replace('.json', '')))
  const { tools, findings } = createRegistry(listings, createSchemaCompiler())

  it('are all taken in, without a finding that is worse than a note', () => {
    expect(tools).toHaveLength(listings.reduce((count, each) => count + each.tools.length, 0))
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([])
  })

  it('have the effects that their annotations claim', () => {
    const effects = tools.map((tool) => {
      const { effect, evidence } = claimOfTool(tool)
      return `${tool.ref} ${effect} ${evidence}`
    })

    expect(effects).toEqual(
      expect.arrayContaining([
        'filesystem:read_text_file read annotation',
        'filesystem:write_file destructive annotation',
        'filesystem:create_directory write annotation',
        'memory:create_entities write annotation',
        'memory:delete_entities destructive annotation',
        'everything:gzip-file-as-resource external annotation',
        'notion:API-post-page destructive annotation',
        'playwright:browser_snapshot read annotation',
      ]),
    )
    expect(tools.filter((tool) => claimOfTool(tool).evidence !== 'annotation')).toEqual([])
  })
})
