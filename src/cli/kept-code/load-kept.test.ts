import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.js'
import { openKept } from './load-kept.js'
import { type KeptCode, readPack, writePack } from './pack.js'
import { makeTrusted } from './trusted-folder.js'

const USER = process.geteuid?.() ?? -1

/** A package of these scripts. */
async function packageOf(scripts: Readonly<Record<string, string>>) {
  const modules = join(await temporaryFolder(), 'node_modules')
  const root = join(modules, 'mcp-understudy/dist/joined/cli')
  mkdirSync(join(root, 'parts'), { recursive: true })
  const write = (name: string, text: string): void => writeFileSync(join(root, name), text)
  for (const [name, text] of Object.entries(scripts)) write(name, text)
  const folder = join(modules, '.cache/mcp-understudy')
  return {
    ...{ root, folder, write },
    /** As a process does: what the script exports. */
    run(name = 'main.js'): unknown {
      const scripts = openKept({ root, folder, name: 'call', user: USER })
      const exports = scripts.load(join(root, name))
      scripts.keep()
      return exports
    },
    /** Keeps this of `main.js`, before anything ran: what a process compiled once it does not compile again. */
    plant(codeFor: (identity: string) => KeptCode): void {
      const { ino, size, mtimeNs, ctimeNs } = statSync(join(root, 'main.js'), { bigint: true })
      makeTrusted(folder, USER)
      const kept = codeFor([ino, size, mtimeNs, ctimeNs].join(' '))
      writePack(join(folder, 'call.code'), new Map([['main.js', kept]]))
    },
    namesKept: () => [...readPack(join(folder, 'call.code'), USER).keys()].sort(),
    inode: () => statSync(join(folder, 'call.code')).ino,
  }
}

/** As somebody would who wants other code to run. */
function codeOf(text: string, shown = text): Pick<KeptCode, 'text' | 'code'> {
  return { text: wrapped(shown), code: new Script(wrapped(text)).createCachedData() }
}

function wrapped(text: string): string {
  return `(function (exports, require, module, __filename, __dirname) { ${text}\n})`
}

describe.skipIf(USER === -1)('scripts', () => {
  it('run as Node runs them: once each, in a circle, with what they export, their place, and packages and files outside', async () => {
    const { root, run, write, namesKept } = await packageOf({
      'main.js': `exports.early = 1; const a = require('./parts/a.js'); module.exports = { a, again: require('./parts/a.js') === a,
        path: require('node:path').sep, data: require('../data.json'), outside: require('../outside.js') }`,
      'parts/a.js': `'use strict'; exports.early = require('../main.js').early; exports.place = [__filename, __dirname, this === exports]`,
      '../data.json': '{"x": 1}',
      '../outside.js': 'module.exports = 2',
    })

    for (const _ of ['first', 'kept']) {
      const place = [join(root, 'parts/a.js'), join(root, 'parts'), true]
      expect(run()).toEqual({
        ...{ a: { early: 1, place }, again: true, path: '/', data: { x: 1 }, outside: 2 },
      })
      // Of no file beside the scripts anything is kept.
      expect(namesKept()).toEqual(['main.js', 'parts/a.js'])
    }
    write('main.js', 'throw new Error(__filename)')
    expect(() => run()).toThrow('main.js')
  })

  it('mean the same with what is not ASCII, which is kept as escapes', async () => {
    const main = [
      String.raw`const ä = '–\–\\–😀'`,
      'exports.texts = [ä, `→\\→`]',
      String.raw`exports.tests = [/^[–\–]+$/.test('––'), /^.\\–$/u.test('😀\\–')]`,
    ]
    const { folder, run } = await packageOf({ 'main.js': main.join('\n') })

    for (const _ of ['first', 'kept'])
      expect(run()).toEqual({ texts: ['––\\–😀', '→→'], tests: [true, true] })
    const [kept] = readPack(join(folder, 'call.code'), USER).values()
    expect(kept?.text).toMatch(/^[\x00-\x7f]+$/)
  })

  it('are not compiled where code is kept: that runs, and is not written again', async () => {
    const { run, plant, inode } = await packageOf({ 'main.js': 'module.exports = "read"' })
    plant((identity) => ({ identity, ...codeOf('module.exports = "kept"') }))
    const before = inode()

    expect(run()).toBe('kept')
    expect(inode()).toBe(before)
  })

  it('that are loaded later are kept with what was', async () => {
    const { run, namesKept } = await packageOf({ 'main.js': '', 'parts/b.js': '' })

    run()
    run('parts/b.js')
    expect(namesKept()).toEqual(['main.js', 'parts/b.js'])
  })

  it('that another release had are kept no longer', async () => {
    const { root, run, write, namesKept } = await packageOf({
      'main.js': '',
      'parts/a.js': '',
      'parts/b.js': '',
    })
    for (const name of ['main.js', 'parts/a.js', 'parts/b.js']) run(name)

    rmSync(join(root, 'parts/a.js'))
    write('parts/b.js', 'exports.b = 2')
    write('parts/c.js', '')
    run('parts/c.js')
    expect(namesKept()).toEqual(['main.js', 'parts/c.js'])
  })

  it.each([
    [
      'made for another file',
      (identity: string) => ({ identity: `1${identity}`, ...codeOf('module.exports = 2') }),
    ],
    [
      'that V8 does not take',
      (identity: string) => ({ identity, text: wrapped('module.exports = 1'), code: Buffer.from('no code') }),
    ],
    [
      'made of a longer text',
      (identity: string) => ({ identity, ...codeOf('module.exports = 22', 'module.exports = 1') }),
    ],
  ])('are compiled anew, and kept, in place of code %s', async (_, planted) => {
    const { run, plant, inode, namesKept } = await packageOf({ 'main.js': 'module.exports = 1' })
    plant(planted)
    const before = inode()

    expect(run()).toBe(1)
    expect(inode()).not.toBe(before)
    expect(namesKept()).toEqual(['main.js'])
  })

  it('that were changed in place, to as many letters and at the same time, are compiled anew', async () => {
    const { root, run, write } = await packageOf({ 'main.js': 'module.exports = 1' })
    const { atime, mtime } = statSync(join(root, 'main.js'))
    run()

    write('main.js', 'module.exports = 2')
    utimesSync(join(root, 'main.js'), atime, mtime)
    expect(run()).toBe(2)
  })

  it('run where nothing may be kept, and leave nothing', async () => {
    const { root, folder, run } = await packageOf({ 'main.js': 'module.exports = 1' })
    const modules = join(folder, '../..')
    const scripts = openKept({ root, folder, name: 'call', user: USER + 1 })

    expect(scripts.load(join(root, 'main.js'))).toBe(1)
    scripts.keep()
    expect(readdirSync(modules)).toEqual(['mcp-understudy'])
    writeFileSync(join(modules, '.cache'), '')
    expect(run()).toBe(1)
  })
})
