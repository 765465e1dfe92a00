/** A cassette that is open: its lines as far as they were read, and what is written behind them. */
import { isUtf8 } from 'node:buffer'
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { codeOf, StoreError } from '../../base/index.js'
import { parseRecording, RECORDING_LIMITS } from '../parse-recording.js'
import type { Recording } from '../recording.js'
import { type CassetteHeader, corruptLine, isWholeLine, readHeader, readLine } from './cassette-lines.js'
import { createLineIndex, type LineIndex, type LineSpan } from './line-index.js'

/**
 * Reading needs no lock: what is not whole yet begins with NUL, or has no line end. Writing needs one.
 * Everything is synchronous, so that nothing comes between; failures of the file system are thrown as they are.
 */
export interface CassetteFile {
  readonly descriptor: number
  /** Undefined as long as nothing is in the file. */
  readonly salt: string | undefined
  /** Its header says that it was recorded in a copy. */
  readonly isOfCopy: boolean
  readonly index: LineIndex
  /** Bytes that were read, and are whole. */
  readonly end: number
  /** True when the file at the path is another one by now, or a shorter one. */
  isReplaced(): boolean
  /** Reads on by a piece; true when there is more. @throws StoreError STORE_CORRUPT, naming the line */
  readOn(): boolean
  generationOf(server: string): number
  recording(entry: number): Recording
  /**
   * Writes lines behind what was read, all or none of them. To be called when all was read, and by one process at a time.
   * What somebody who died has left there is cut off first.
   */
  append(lines: readonly NewLine[]): void
  close(): void
}

/** A line to be written. */
export interface NewLine {
  readonly text: string
  /** What the line says, to be found again. */
  readonly says: Recording | { readonly server: string; readonly generation: number } | CassetteHeader
}

/** `onCut` is told of a last line that is not whole: how many bytes are left out. */
export function openCassetteFile(path: string, onCut: (bytes: number) => void): CassetteFile {
  return new HeldFile(path, onCut)
}

class HeldFile implements CassetteFile {
  readonly #path: string
  readonly #onCut: (bytes: number) => void
  readonly #descriptor: number
  readonly #isWritable: boolean
  readonly #ino: number
  readonly #dev: number
  readonly index = createLineIndex()
  readonly #generations = new Map<string, number>()
  readonly descriptor: number
  #header: CassetteHeader | undefined
  #end = 0
  #line = 0
  #endsLine = true
  #pieceBytes = PIECE_BYTES
  #told = -1

  constructor(path: string, onCut: (bytes: number) => void) {
    this.#path = path
    this.#onCut = onCut
    const { descriptor, isWritable } = openDescriptor(path)
    this.#descriptor = descriptor
    this.#isWritable = isWritable
    const { ino, dev } = fstatSync(this.#descriptor)
    this.#ino = ino
    this.#dev = dev
    this.descriptor = this.#descriptor
  }

  get salt(): string | undefined {
    return this.#header?.salt
  }

  get isOfCopy(): boolean {
    return this.#header?.isOfCopy === true
  }

  get end(): number {
    return this.#end
  }

  isReplaced(): boolean {
    const now = statSync(this.#path)
    return now.ino !== this.#ino || now.dev !== this.#dev || now.size < this.#end
  }

  readOn(): boolean {
    const { size } = fstatSync(this.#descriptor)
    const wanted = Math.min(size - this.#end, this.#pieceBytes)
    if (wanted <= 0) return false
    const piece = readBytes(this.#descriptor, this.#end, wanted)
    let from = 0
    for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, from)) {
      const ended = piece.subarray(from, at + 1)
      if (unfinishedAt(ended) !== undefined) {
        this.#takeRest(ended)
        return false
      }
      const bytes = ended.subarray(0, -1)
      // The line end of a line that was taken without it is no line of its own.
      if (this.#endsLine) this.#take(bytes, this.#end)
      else if (bytes.length > 0) throw changedInside(this.#path)
      this.#endsLine = true
      this.#end += bytes.length + 1
      from = at + 1
    }
    const isLast = wanted === size - (this.#end - from)
    if (isLast) this.#takeRest(piece.subarray(from))
    else if (from === 0) {
      refuseTooLong(this.#pieceBytes + 1, this.#where(this.#line + 1))
      this.#pieceBytes *= 2
    }
    return !isLast
  }

  generationOf(server: string): number {
    return this.#generations.get(server) ?? 0
  }

  recording(entry: number): Recording {
    const { offset, length, line: number } = this.index.span(entry)
    const bytes = readBytes(this.#descriptor, offset, length)
    return parseRecording(textOf(bytes, this.#where(number)), this.#where(number))
  }

  append(lines: readonly NewLine[]): void {
    if (!this.#isWritable) throw readOnly(this.#path)
    if (lines.length === 0) return
    const { size } = fstatSync(this.#descriptor)
    if (size > this.#end) {
      if (this.#told !== this.#end) this.#onCut(size - this.#end)
      ftruncateSync(this.#descriptor, this.#end)
    }
    const start = this.#endsLine ? this.#end : this.#end + 1
    const text = lines.map((each) => each.text).join('')
    appendWhole(this.#descriptor, this.#end, Buffer.from(this.#endsLine ? text : `\n${text}`, 'utf8'))
    this.#end = start
    this.#endsLine = true
    for (const each of lines) {
      this.#line++
      const length = Buffer.byteLength(each.text)
      const { says } = each
      if ('salt' in says) this.#header = says
      else if ('key' in says)
        this.index.add(says, { offset: this.#end, length: length - 1, line: this.#line })
      else this.#advanceTo(says.server, says.generation)
      this.#end += length
    }
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  #where(number: number): string {
    return `line ${number} of the store "${this.#path}"`
  }

  #learn(text: string, span: LineSpan): void {
    if (this.#header === undefined) {
      // Some editors begin a file with a byte order mark: white space to trimStart.
      this.#header = readHeader(text.trimStart(), this.#path)
      return
    }
    const said = readLine(text, this.#where(span.line))
    if (said.kind === 'recording') this.index.add(said.recording, span)
    else this.#advanceTo(said.server, said.generation)
  }

  #advanceTo(server: string, generation: number): void {
    this.#generations.set(server, Math.max(generation, this.#generations.get(server) ?? 0))
  }

  #take(bytes: Buffer, offset: number): void {
    this.#line++
    const text = textOf(bytes, this.#where(this.#line))
    if (text.trim() !== '') this.#learn(text, { offset, length: bytes.length, line: this.#line })
  }

  /** The rest of the file, without a line end, up to what is not finished. */
  #takeRest(all: Buffer): void {
    const rest = all.subarray(0, unfinishedAt(all))
    if (rest.length === 0) return
    if (!this.#endsLine) throw changedInside(this.#path)
    refuseTooLong(rest.length, this.#where(this.#line + 1))
    if (isUtf8(rest) && (this.#line === 0 || isWholeLine(rest.toString('utf8')))) {
      this.#take(rest, this.#end)
      this.#end += rest.length
      this.#endsLine = false
    } else if (this.#told !== this.#end) {
      this.#told = this.#end
      this.#onCut(all.length)
    }
  }
}

/**
 * The first byte is written last, and stands for all the others: until then it is NUL, which no line of JSON holds.
 * When it fails nothing is left behind.
 */
function appendWhole(descriptor: number, offset: number, bytes: Buffer): void {
  const first = Buffer.from(bytes.subarray(0, 1))
  bytes[0] = 0
  try {
    writeBytes(descriptor, bytes, offset)
    writeBytes(descriptor, first, offset)
  } catch (failure) {
    ftruncateSync(descriptor, offset)
    throw failure
  }
}

/** Where appendWhole has begun something: NUL in the place of a brace, or of the line end that the last line lacked. */
function unfinishedAt(bytes: Buffer): number | undefined {
  const at = bytes.indexOf(0)
  if (at < 0) return undefined
  const next = bytes[at + 1]
  const isBegun = next === undefined || next === (at === 0 ? QUOTE : BRACE) || next === BRACE
  return isBegun ? at : undefined
}

function openDescriptor(path: string): { readonly descriptor: number; readonly isWritable: boolean } {
  try {
    return { descriptor: openSync(path, 'r+'), isWritable: true }
  } catch (failure) {
    const code = codeOf(failure)
    if (code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM') throw failure
    return { descriptor: openSync(path, 'r'), isWritable: false }
  }
}

/** As many bytes as there are. */
function readBytes(descriptor: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const count = readSync(descriptor, bytes, done, length - done, offset + done)
    if (count === 0) break
    done += count
  }
  return bytes.subarray(0, done)
}

/** Writes all of it; the system may take less at once. */
export function writeBytes(descriptor: number, bytes: Buffer, offset: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(descriptor, bytes, done, bytes.length - done, offset + done)
}

function textOf(bytes: Buffer, where: string): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw corruptLine(where, 'it is not text in UTF-8')
}

/** Before it is read whole, or made a text: neither has room for it. */
function refuseTooLong(bytes: number, where: string): void {
  const { maxBytes } = RECORDING_LIMITS
  if (bytes > maxBytes) throw corruptLine(where, `it is longer than ${maxBytes} bytes`)
}

function changedInside(path: string): StoreError {
  return new StoreError('STORE_CORRUPT', `Cannot use the store "${path}": it was changed while it was open`, {
    hint: 'open it again; nothing was changed',
    data: { path },
  })
}

function readOnly(path: string): StoreError {
  return new StoreError('STORE_UNREADABLE', `Cannot write to the store "${path}": it may only be read`, {
    hint: 'check the permissions of the file, or name another file; nothing was changed',
    data: { path },
  })
}

const PIECE_BYTES = 256 * 1024
const LINE_FEED = 0x0a
const QUOTE = 0x22
const BRACE = 0x7b
