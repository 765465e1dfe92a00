/**
 * What V8 compiled of several files, in one: a line with a checksum of all behind it, a line that lists the files, the text of all, and the
 * code of each. V8 looks at little before it runs such code, and at no sum: whatever is not as it was written counts as nothing.
 */
import {
  closeSync,
  constants,
  fstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'

export interface KeptCode {
  /** Which file it was made of, as it was then. */
  readonly identity: string
  /** What was compiled, in ASCII. */
  readonly text: string
  readonly code: Buffer
}

/** By names of files. */
export type Pack = ReadonlyMap<string, KeptCode>

/**
 * Reads one that the user wrote. Whatever else there is, or cannot be read, is an empty one. Never throws.
 * @param user to whom it has to belong, and nobody else may write it
 */
export function readPack(file: string, user: number): Pack {
  try {
    const bytes = readOwn(file, user)
    const behindSum = bytes.indexOf(LINE_END) + 1
    if (bytes.toString('latin1', 0, behindSum) !== sumLine(bytes.subarray(behindSum))) return NOTHING
    const behindList = bytes.indexOf(LINE_END, behindSum) + 1
    const list: Listed[] = JSON.parse(bytes.toString('utf8', behindSum, behindList))
    // Of more than a megabyte Node makes a string that V8 does not move, and its parts are no copies.
    const texts = bytes.toString('latin1', behindList, behindList + sumOf(list, ([, , letters]) => letters))
    let letter = 0
    let at = behindList + texts.length
    return new Map(
      list.map(([name, identity, letters, length]) => {
        letter += letters
        at = aligned(at) + length
        const text = texts.slice(letter - letters, letter)
        return [name, { identity, text, code: bytes.subarray(at - length, at) }]
      }),
    )
  } catch {
    return NOTHING
  }
}

/** Writes it whole or not at all, beside whoever writes the same. A full disk, or whatever else is in the way, leaves what was there. Never throws. */
export function writePack(file: string, pack: Pack): void {
  const kept = [...pack.values()]
  const list = [...pack].map(
    ([name, { identity, text, code }]): Listed => [name, identity, text.length, code.length],
  )
  const head = Buffer.from(`${JSON.stringify(list)}\n${kept.map(({ text }) => text).join('')}`, 'utf8')
  let at = SUM_LENGTH + head.length
  const codes = kept.flatMap(({ code }) => {
    const gap = Buffer.alloc(aligned(at) - at)
    at += gap.length + code.length
    return [gap, code]
  })
  const rest = Buffer.concat([head, ...codes])
  let own: string | undefined
  try {
    own = mkdtempSync(join(dirname(file), 'new-'))
    const whole = join(own, basename(file))
    writeFileSync(whole, Buffer.concat([Buffer.from(sumLine(rest)), rest]), { mode: 0o600, flag: 'wx' })
    renameSync(whole, file)
  } catch {
    // It is compiled again the next time.
  } finally {
    if (own !== undefined) removeQuietly(own)
  }
}

/** Name, identity, how many letters its text is, and how many bytes its code. */
type Listed = readonly [string, string, number, number]

const NOTHING: Pack = new Map()
const LINE_END = 0x0a
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

const SUM_LENGTH = 16

function sumLine(bytes: Buffer): string {
  return `${String(crc32(bytes)).padStart(SUM_LENGTH - 1)}\n`
}

/** V8 copies code that does not begin at the place of a pointer. */
function aligned(at: number): number {
  return Math.ceil(at / 8) * 8
}

function sumOf<T>(list: readonly T[], each: (one: T) => number): number {
  return list.reduce((sum, one) => sum + each(one), 0)
}

/** What is looked at is what is read, whoever changes names meanwhile. */
function readOwn(file: string, user: number): Buffer {
  const descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const opened = fstatSync(descriptor)
    const isOwn = opened.isFile() && opened.uid === user && opened.nlink === 1 && (opened.mode & 0o077) === 0
    return isOwn ? readFileSync(descriptor) : Buffer.alloc(0)
  } finally {
    closeSync(descriptor)
  }
}

function removeQuietly(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Nothing is read from there.
  }
}
