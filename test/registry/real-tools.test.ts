import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { claimOfTool } from '../../src/effects/index.js'
import { createRegistry, parseToolsFile } from '../../src/registry/index.js'
import type { LockedTool } from '../../src/registry/lock/contract-lock.js'
import { modelOrders } from '../../src/registry/lock/model-orders.js'
import { textsOfTool } from '../../src/registry/lock/tool-texts.js'
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

  it('are told as steering a model by at most 2 % of their descriptions, as new ones and by each sentence that is added', () => {
    const of = { all: 0, new: 0, grown: 0 }
    for (const { definition } of tools) {
      const texts = [...textsOfTool(definition as unknown as LockedTool).values()]
      for (const text of texts.filter(({ name, isContract }) => name === 'description' && !isContract)) {
        const around = [
          definition.name,
          ...texts.filter((each) => each !== text).map((each) => each.text),
        ].join(' ')
        of.all++
        if (steering(undefined, text.text, around)) of.new++
        // The first says what the tool is.
        const [, ...added] = text.text.split(/(?<=[.!?:;])\s+|\n+/)
        if (added.some((sentence) => steering(text.text.replace(sentence, ''), text.text, around))) of.grown++
      }
    }

    expect(of.all).toBeGreaterThan(500)
    expect(of.new / of.all).toBeLessThan(0.02)
    expect(of.grown / of.all).toBeLessThan(0.02)
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

/** Negations are told by another rule: one that is added may turn a text round, whatever it says. */
function steering(was: string | undefined, now: string, known: string): boolean {
  return modelOrders({ was, now, otherTools: [], known }).some(
    (reason) => !/^(?:says|does not say) /.test(reason),
  )
}
