/** DEPENDENCIES.md, held against package.json and what is installed. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { markdownRows } from '../architecture/markdown-table.js'
import { PROJECT_ROOT } from '../architecture/source-tree.js'
import { verifies } from '../verifies.js'

verifies('ours:dependencies-justified')

const rows = markdownRows(read('DEPENDENCIES.md'))

it('every dependency has one row, and every row is a dependency', () => {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json'))
  const declared = [dependencies, optionalDependencies, devDependencies].flatMap((group) =>
    Object.keys(group),
  )

  expect(rows.map(([name]) => name)).toEqual(declared)
})

it('every row says why, how large, and what was rejected', () => {
  expect(rows.filter((row) => row.length !== 5 || row.slice(1).some((cell) => cell.length < 3))).toEqual([])
})

it('the licence of every row is that of the installed package', () => {
  const installed = rows.filter(([name = '']) => existsSync(manifestOf(name)))
  const licences = installed.map(([name = '']) => [
    name,
    JSON.parse(readFileSync(manifestOf(name), 'utf8')).license,
  ])

  expect(installed.length).toBeGreaterThan(15)
  expect(installed.map(([name, , licence]) => [name, licence])).toEqual(licences)
})

it('no dependency is installed by a script', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { hasInstallScript?: boolean; optional?: boolean }>
  }
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)

  expect(scripted.map(([path]) => path)).toEqual([])
})

function manifestOf(name: string): string {
  return join(PROJECT_ROOT, 'node_modules', name, 'package.json')
}

function read(path: string): string {
  return readFileSync(join(PROJECT_ROOT, path), 'utf8')
}
