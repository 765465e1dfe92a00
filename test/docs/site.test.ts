/** `npm run docs` makes a page of every document, and a dead link ends it. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder, PROJECT_ROOT } from '../architecture/source-tree.js'
import { verifies } from '../verifies.js'

verifies('ours:documents-run')

const AT_ROOT = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'DEPENDENCIES.md']

test('every document is a page, and is listed', () => {
  using project = copyDocuments()
  const build = project.npmRunDocs()
  const documents = ['README.md', 'SECURITY.md', 'examples/saas/README.md', ...filesUnder('docs')].filter(
    (path) => path.endsWith('.md'),
  )

  expect({ exit: build.status, said: build.status === 0 ? '' : build.stderr }).toEqual({ exit: 0, said: '' })
  expect(
    documents.map(pageOf).filter((page) => !existsSync(join(project.folder, 'dist-docs', page))),
  ).toEqual([])
  const start = readFileSync(join(project.folder, 'dist-docs/index.html'), 'utf8')
  for (const guide of filesUnder('docs/guides')) expect(start).toContain(`href="/${pageOf(guide)}"`)
})

test('a dead link ends it', () => {
  using project = copyDocuments()
  writeFileSync(join(project.folder, 'docs/guides/types.md'), '[gone](nowhere.md)\n')

  const build = project.npmRunDocs()

  expect(build.status).toBe(1)
  expect(build.stdout + build.stderr).toContain('nowhere')
})

function pageOf(path: string): string {
  return path.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html')
}

/** What the site is made of, in a folder of its own. */
function copyDocuments() {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-site-'))
  for (const path of [
    'docs',
    'build/site',
    'package.json',
    'examples/saas',
    'examples/instruction-router',
    ...AT_ROOT,
  ])
    cpSync(join(PROJECT_ROOT, path), join(folder, path), { recursive: true })
  symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    npmRunDocs: () =>
      spawnSync('npm', ['run', '--silent', 'docs'], { cwd: folder, encoding: 'utf8', timeout: 170_000 }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
