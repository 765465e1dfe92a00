/** Code that the installed command line keeps for its next process, as whole processes. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { OF_NODE } from '../../src/cli/kept-code/kept-place.js'
import { readPack } from '../../src/cli/kept-code/pack.js'
import { PROJECT_ROOT } from '../architecture/source-tree.js'
import { temporaryFolder } from '../fixtures/temporary-folder.js'

const USER = process.geteuid?.() ?? -1
const COMMAND = ['completion', 'bash']

/** The command line, as it would be in somebody's project. */
async function installed() {
  const modules = join(await temporaryFolder(), 'node_modules')
  const scripts = 'dist/joined/cli'
  const own = join(modules, 'mcp-understudy')
  mkdirSync(own, { recursive: true })
  cpSync(join(PROJECT_ROOT, 'package.json'), join(own, 'package.json'))
  cpSync(join(PROJECT_ROOT, scripts), join(own, scripts), {
    recursive: true,
    filter: (path) => !path.endsWith('.map'),
  })
  const main = join(own, scripts, 'main.js')
  const folder = join(modules, '.cache/mcp-understudy')
  return {
    ...{ modules, folder },
    run: () => said(process.execPath, main, ...COMMAND),
    runInShell: (before: string) =>
      said('sh', '-c', `${before}; exec "$@"`, 'sh', process.execPath, main, ...COMMAND),
    /** The number of each file in the folder, which is another for one that was written anew. */
    kept: () => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).ino]),
  }
}

async function said(command: string, ...args: readonly string[]): Promise<string> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_NODE.includes(name)))
  const { stdout, stderr } = await promisify(execFile)(command, args, { env })
  return stdout + stderr
}

describe.skipIf(USER === -1)('the installed command line', () => {
  it('keeps one whole pack, also of processes at once, and the next one writes none', async () => {
    const { run, folder, kept } = await installed()

    const [first, ...others] = await Promise.all([run(), run(), run()])
    const [[name = ''] = [], ...more] = kept()
    const before = kept()
    const next = await run()

    expect(first).toContain('complete')
    expect([...others, next]).toEqual(Array(3).fill(first))
    expect(name).toMatch(/^completion-.*\.code$/)
    expect(more).toEqual([])
    expect(readPack(join(folder, String(name)), USER).size).toBeGreaterThan(3)
    expect(kept()).toEqual(before)
  })

  it('does all the same, and leaves nothing, where the disk is full or no folder can be made', async () => {
    const { run, runInShell, kept } = await installed()

    // No file may be longer than eight blocks, and the signal that says so is not taken.
    const full = await runInShell("trap '' XFSZ; ulimit -f 8")
    const left = kept()
    const again = await run()

    expect(full).toContain('complete')
    expect(again).toBe(full)
    expect(left).toEqual([])
    expect(kept()).toHaveLength(1)
    const other = await installed()
    writeFileSync(join(other.modules, '.cache'), '')
    expect(await other.run()).toBe(full)
  })
})
