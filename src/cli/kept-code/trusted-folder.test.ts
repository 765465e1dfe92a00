import { chmodSync, existsSync, lstatSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.js'
import { isTrusted, makeTrusted } from './trusted-folder.js'

const USER = process.geteuid?.() ?? -1
const PARTS = ['', '.cache', '.cache/mcp-understudy']

/** A `node_modules` with all that is kept in it. */
async function madeModules() {
  const modules = join(await temporaryFolder(), 'node_modules')
  const kept = join(modules, '.cache/mcp-understudy')
  mkdirSync(modules, { mode: 0o755 })
  return { modules, kept, isMade: makeTrusted(kept, USER) }
}

describe.skipIf(USER === -1)('where code is kept', () => {
  it('is made for the user alone, and trusted then', async () => {
    const { modules, kept, isMade } = await madeModules()

    expect(isMade).toBe(true)
    expect(isTrusted(kept, USER)).toBe(true)
    for (const part of PARTS.slice(1)) expect(lstatSync(join(modules, part)).mode & 0o777).toBe(0o700)
  })

  it.each(PARTS)('is not trusted where somebody else owns or may write node_modules/%s', async (part) => {
    const { modules, kept } = await madeModules()

    expect(isTrusted(kept, USER + 1)).toBe(false)
    chmodSync(join(modules, part), 0o757)
    expect(isTrusted(kept, USER)).toBe(false)
    expect(makeTrusted(kept, USER)).toBe(false)
  })

  it.each(PARTS.slice(1))('is not trusted where a group writes node_modules/%s alone', async (part) => {
    const { modules, kept } = await madeModules()

    chmodSync(join(modules, part), 0o775)
    expect(isTrusted(kept, USER)).toBe(false)
    // Who writes there may change the package too.
    chmodSync(modules, 0o775)
    expect(isTrusted(kept, USER)).toBe(true)
  })

  it.each(PARTS)('is not trusted where node_modules/%s is a link, or no folder', async (part) => {
    const { modules, kept } = await madeModules()
    const place = join(modules, part).replace(/\/$/, '')

    renameSync(place, `${modules}.moved`)
    symlinkSync(`${modules}.moved`, place)
    expect(isTrusted(kept, USER)).toBe(false)
    expect(makeTrusted(kept, USER)).toBe(false)
  })

  it.each(PARTS)('is not made where node_modules/%s is a file', async (part) => {
    const { modules, kept } = await madeModules()

    renameSync(join(modules, part), `${modules}.moved`)
    writeFileSync(join(modules, part).replace(/\/$/, ''), '')
    expect(makeTrusted(kept, USER)).toBe(false)
  })

  it('is not made where there is no node_modules, or another user has it', async () => {
    const modules = join(await temporaryFolder(), 'node_modules')
    const kept = join(modules, '.cache/mcp-understudy')

    expect(makeTrusted(kept, USER)).toBe(false)
    expect(existsSync(modules)).toBe(false)
    mkdirSync(modules)
    expect(makeTrusted(kept, USER + 1)).toBe(false)
    expect(existsSync(join(modules, '.cache'))).toBe(false)
  })
})
