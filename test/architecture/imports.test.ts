/** The architecture of src/, held against the table in layers.ts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { fileCycles, moduleCycles } from './cycles.js'
import {
  filesReachedButForbidden,
  forbiddenImports,
  foreignPackages,
  guestEscapes,
  reachableButForbidden,
  sideEntries,
  strayWorldUses,
  unknownFolders,
  unresolvedImports,
  unusedPermissions,
  unusedSideDoors,
} from './import-rules.js'
import { LAYERS, type Layer } from './layers.js'
import { markdownRows } from './markdown-table.js'
import { PROJECT_ROOT, productFiles, readTree } from './source-tree.js'

verifies('ours:architecture-held', 'rehearsal:no-way-to-a-server', 'gateway:listings-cannot-call')

const tree = readTree('src')

describe('the sources', () => {
  it('are read: the base module is among them', () => {
    expect(productFiles(tree).map(({ path }) => path)).toContain('src/base/index.ts')
  })
  it('stand in folders that the table knows', () => {
    expect(unknownFolders(tree)).toEqual([])
  })
  it('import only the modules that the table allows', () => {
    expect(forbiddenImports(tree)).toEqual([])
  })
  it('enter other modules only through their index.ts', () => {
    expect(sideEntries(tree)).toEqual([])
  })
  it('import files that exist, by names that can be read', () => {
    expect(unresolvedImports(tree)).toEqual([])
  })
  it('load no package but the runtime dependencies', () => {
    expect(foreignPackages(tree, runtimeDependencies())).toEqual([])
  })
  it('have no cycle between files', () => {
    expect(fileCycles(tree)).toEqual([])
  })
  it('have no cycle between modules', () => {
    expect(moduleCycles(tree)).toEqual([])
  })
  it('touch processes, console, clock and chance only where these live', () => {
    expect(strayWorldUses(tree)).toEqual([])
  })
  it('keep the rehearsal away from everything that can reach a server, types included', () => {
    expect(reachableButForbidden(tree)).toEqual([])
  })
  it('keep what lists servers away from everything that could call them', () => {
    expect(filesReachedButForbidden(tree)).toEqual([])
  })
  it('keep guest code alone in the sandbox', () => {
    expect(guestEscapes(tree)).toEqual([])
  })
})

describe('the table', () => {
  it('names only modules that it has a row for', () => {
    const named = Object.values(LAYERS).flatMap(({ runtime, types = [] }) => [...runtime, ...types])

    expect(named.filter((name) => !Object.hasOwn(LAYERS, name))).toEqual([])
  })
  it('allows nothing that nobody does, and has no door that nobody takes', () => {
    expect(unusedPermissions(tree)).toEqual([])
    expect(unusedSideDoors(tree)).toEqual([])
  })
  it('points down or sideways, never up', () => {
    const upwards = Object.entries(LAYERS).flatMap(([from, { level, runtime, types = [] }]) =>
      [...runtime, ...types].filter((to) => (LAYERS[to]?.level ?? 0) > level).map((to) => `${from} → ${to}`),
    )

    expect(upwards).toEqual([])
  })
  it('is the one that docs/architecture.md shows', () => {
    const document = readFileSync(join(PROJECT_ROOT, 'docs/architecture.md'), 'utf8')
    const shown = markdownRows(document.slice(document.indexOf('## Layers'), document.indexOf('## Failures')))

    expect(shown.map(([module, , mayImport]) => [module, mayImport])).toEqual(
      Object.entries(LAYERS).map(shownRow),
    )
  })
})

function shownRow([module, { runtime, types = [] }]: [string, Layer]): string[] {
  const shown = [...runtime, ...types.map((name) => `${name} *(types)*`)]
  return [module, shown.join(', ') || '–']
}

function runtimeDependencies(): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  return Object.keys(dependencies)
}
