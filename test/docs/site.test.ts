/** `npm run docs` makes a page of every document; a dead link would end it. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder, PROJECT_ROOT } from '../architecture/source-tree.js'
import { verifies } from '../verifies.js'
import { TIMEOUT_MS } from './scratch.js'

verifies('ours:documents-run')

const AT_ROOT = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'DEPENDENCIES.md']

test('every document is a page, and is listed', { timeout: 2 * TIMEOUT_MS }, () => {
  expect(readFileSync(join(PROJECT_ROOT, 'build/site/.vitepress/config.mjs'), 'utf8')).not.toContain(
    'ignoreDeadLinks',
  )
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
      spawnSync('npm', ['run', '--silent', 'docs'], { cwd: folder, encoding: 'utf8', timeout: TIMEOUT_MS }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
