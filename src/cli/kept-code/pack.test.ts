import {
  chmodSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.js'
import { readPack, writePack } from './pack.js'

const USER = process.geteuid?.() ?? -1
const PACK = new Map([
  ['main.js', { identity: '1 2 3', text: 'a\n', code: Buffer.from([0, 10, 255]) }],
  ['parts/ä"\n.js', { identity: '4', text: '', code: Buffer.alloc(0) }],
  ['parts/b.js', { identity: '5', text: '(b)', code: Buffer.from('{}\n') }],
])

async function writtenPack(): Promise<string> {
  const file = join(await temporaryFolder(), 'call.code')
  writePack(file, PACK)
  return file
}

describe.skipIf(USER === -1)('a pack', () => {
  it('is read as it was written, by its user alone, and leaves nothing beside it', async () => {
    const file = await writtenPack()

    expect(readPack(file, USER)).toEqual(PACK)
    expect(readPack(file, USER + 1).size).toBe(0)
    expect(readdirSync(dirname(file))).toEqual(['call.code'])
  })

  it('has each code where V8 takes it as it lies', async () => {
    const bytes = readFileSync(await writtenPack())

    expect([bytes.indexOf(Buffer.from([0, 10, 255])) % 8, bytes.indexOf('{}\n') % 8]).toEqual([0, 0])
  })

  it('takes the place of whatever was there', async () => {
    const file = await writtenPack()

    writeFileSync(file, 'foreign')
    expect(readPack(file, USER).size).toBe(0)
    writePack(file, PACK)
    expect(readPack(file, USER)).toEqual(PACK)
  })

  it('counts for nothing with any byte cut off, added or changed', async () => {
    const file = await writtenPack()
    const bytes = readFileSync(file)
    const spoilt = [...bytes.keys()].flatMap((i) => [
      bytes.subarray(0, i),
      bytes.with(i, (bytes[i] ?? 0) ^ 1),
    ])

    for (const each of [...spoilt, Buffer.concat([bytes, Buffer.from('\n')])]) {
      writeFileSync(file, each)
      expect(readPack(file, USER).size).toBe(0)
    }
  })

  it('counts for nothing where others may read or write it, and by a second name or a link', async () => {
    const file = await writtenPack()

    for (const mode of [0o640, 0o604, 0o620, 0o602]) {
      chmodSync(file, mode)
      expect(readPack(file, USER).size).toBe(0)
    }
    chmodSync(file, 0o600)
    expect(readPack(file, USER)).toEqual(PACK)
    linkSync(file, `${file}.too`)
    expect(readPack(file, USER).size).toBe(0)
    const folder = await temporaryFolder()
    renameSync(`${file}.too`, join(folder, 'moved'))
    symlinkSync(join(folder, 'moved'), `${file}.link`)
    expect(readPack(`${file}.link`, USER).size).toBe(0)
  })

  it('that is not there, or no file, is none, and where none can be written nothing is', async () => {
    const folder = await temporaryFolder()

    expect(readPack(join(folder, 'missing'), USER).size).toBe(0)
    expect(readPack(folder, USER).size).toBe(0)
    writePack(join(folder, 'missing/call.code'), PACK)
    writePack(folder, PACK)
    expect(readdirSync(folder)).toEqual([])
  })
})
