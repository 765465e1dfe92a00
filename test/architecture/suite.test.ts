/** Every test runs at every push: all on the first Node, and on the second one what could be otherwise there. */
import { execFile } from 'node:child_process'
import { relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { environmentOutsideVitest } from '../fixtures/outside-vitest.js'
import { ONCE } from '../on-another-node.js'
import { filesUnder, PROJECT_ROOT } from './source-tree.js'

const files = ['src', 'test', 'examples'].flatMap(filesUnder).filter((path) => path.endsWith('.test.ts'))

it('every test file runs, and in one project', async () => {
  expect(await listed({})).toEqual([...files].sort())
})

it('on another Node all of test/ runs but what is named with a reason', async () => {
  const again = files.filter((path) => path.startsWith('test/') && !Object.keys(ONCE).some(holds(path)))

  expect(await listed({ ON_ANOTHER_NODE: 'yes' })).toEqual(again.sort())
})

it('what is named is there, and nothing of it twice', () => {
  const named = files.map((path) => Object.keys(ONCE).filter(holds(path)))

  expect(named.filter(({ length }) => length > 1)).toEqual([])
  expect(Object.keys(ONCE).filter((each) => !named.flat().includes(each))).toEqual([])
})

/** Whether a name is of the file, or of a folder that it is in. */
function holds(path: string): (name: string) => boolean {
  return (name) => path === `test/${name}.test.ts` || path.startsWith(`test/${name}/`)
}

/** What the runner would run, as it says itself. */
async function listed(env: Readonly<Record<string, string>>): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json'],
    { cwd: PROJECT_ROOT, env: { ...environmentOutsideVitest(), ...env }, maxBuffer: 16 * 1024 * 1024 },
  )
  // What `vitest list --json` prints.
  const list = JSON.parse(stdout) as readonly { readonly file: string }[]
  return list.map(({ file }) => relative(PROJECT_ROOT, file)).sort()
}
