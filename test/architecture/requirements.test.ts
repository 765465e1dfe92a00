/** The requirements gate: a promise is kept when a test proves it, and only then. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PLANNED, REQUIREMENTS, type Requirement } from '../requirements.js'
import { brokenPromises, citationsOf, plannedCount } from './requirements-gate.js'
import { filesUnder, PROJECT_ROOT } from './source-tree.js'

const testFiles = ['src', 'test', 'examples']
  .flatMap(filesUnder)
  .filter((path) => /\.(test|contract)\.ts$/.test(path) && path !== 'test/architecture/requirements.test.ts')

describe('the promises', () => {
  it('are each cited by a test exactly when they are kept', () => {
    const cited = testFiles.flatMap((path) => citationsOf(readFileSync(join(PROJECT_ROOT, path), 'utf8')))

    expect(brokenPromises(REQUIREMENTS, new Set(cited))).toEqual([])
  })
  it('that are planned fall in number, and never grow', () => {
    const planned = plannedCount(REQUIREMENTS)
    process.stdout.write(`requirements: ${planned} of ${Object.keys(REQUIREMENTS).length} are planned\n`)

    expect(planned, 'set PLANNED in test/requirements.ts to the new number if it fell').toBe(PLANNED)
  })
  it('of the documents name a line, and all say what happens', () => {
    const rows: [string, Requirement][] = Object.entries(REQUIREMENTS)
    const incomplete = rows.filter(
      ([, { document, line, behaviour }]) =>
        behaviour.length < 20 || (document === 'ours') !== (line === undefined),
    )

    expect(incomplete).toEqual([])
  })
})

describe('brokenPromises', () => {
  const kept: Requirement = { document: 'ours', line: undefined, behaviour: 'x', state: 'kept' }
  const planned: Requirement = { document: 'ours', line: undefined, behaviour: 'x', state: 'planned' }

  it('tells a kept promise that no test cites, a planned one that is cited, and an unknown one', () => {
    expect(
      brokenPromises({ 'a:kept': kept, 'a:planned': planned }, new Set(['a:planned', 'a:other'])),
    ).toEqual([
      'a test cites "a:other", which is no promise',
      '"a:kept" is kept, but no test cites it',
      '"a:planned" is planned, but a test cites it: make it kept',
    ])
  })
  it('tells nothing when each promise is as it says', () => {
    expect(brokenPromises({ 'a:kept': kept, 'a:planned': planned }, new Set(['a:kept']))).toEqual([])
  })
  it('does not take a member of every object for a promise', () => {
    expect(brokenPromises({}, new Set(['constructor']))).toHaveLength(1)
  })
})

describe('citationsOf', () => {
  it('reads every literal id, at the top and inside tests, over several lines', () => {
    const text = "verifies('a:one', 'a:two')\nit('x', () => {\n  verifies(\n    'b:one',\n  )\n})"

    expect(citationsOf(text)).toEqual(['a:one', 'a:two', 'b:one'])
  })
  it('is not fooled by comments and strings, and tells what it cannot read', () => {
    expect(citationsOf("// verifies('a:one')\nconst x = \"verifies('a:two')\"\nverifies(id)")).toEqual(['?'])
  })
})
