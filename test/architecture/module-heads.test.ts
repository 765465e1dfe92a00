/** What stands where inside a module is said at the head of its `index.ts`, and is true. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { verifies } from '../verifies.js'
import { filesUnder, PROJECT_ROOT } from './source-tree.js'

verifies('ours:module-heads')

/** Below this many files a module is read faster than a description of it. */
const FILES_THAT_NEED_A_HEAD = 20

const modules = [...new Set(filesUnder('src').map((path) => path.split('/')[1] ?? ''))]
  .filter((name) => !name.includes('.'))
  .map((name) => {
    const files = filesUnder(`src/${name}`).filter(
      (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
    )
    return { name, count: files.length, head: headOf(`src/${name}/${name === 'cli' ? 'main' : 'index'}.ts`) }
  })

it.each(modules.filter(({ count }) => count > FILES_THAT_NEED_A_HEAD))(
  '$name says what stands where',
  ({ head }) => {
    expect(head).not.toBe('')
  },
)

it.each(modules.filter(({ head }) => head !== ''))(
  '$name names only files and folders that are there',
  ({ name, head }) => {
    const missing = namedPaths(head).filter(
      (path) => ![`src/${name}`, 'src', '.'].some((folder) => existsSync(join(PROJECT_ROOT, folder, path))),
    )

    expect(missing).toEqual([])
  },
)

it('finds a path that is not there', () => {
  expect(namedPaths('`stage.ts` asks, `mistakes/names/` reads a `Service`, see docs/decisions/x.md')).toEqual(
    ['stage.ts', 'mistakes/names/', 'docs/decisions/x.md'],
  )
})

/** The comment that a file begins with, or nothing. */
function headOf(path: string): string {
  const [head = ''] =
    /^(?:#!.*\n)?\/\*\*[\s\S]*?\*\//.exec(readFileSync(join(PROJECT_ROOT, path), 'utf8')) ?? []
  return head
}

function namedPaths(head: string): string[] {
  return [...head.matchAll(/`([\w-]+(?:\/[\w-]+)*(?:\.ts|\/))`|\b(docs\/[\w/-]+\.md)/g)].map(
    ([, quoted, page]) => quoted ?? page ?? '',
  )
}
