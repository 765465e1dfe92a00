/**
 * What runs changed, as it was before: kept on this machine beside no project and no journal, one folder a run. All of it is sealed with a key
 * of the journal; names, contents and states say nothing to whoever lacks it.
 */
import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { type Environment, isJsonObject, type JsonObject, stateFolder } from '../base/index.js'
import { claimFolder } from '../database/index.js'
import type { Seal } from '../journal/index.js'
import { readPieces } from './look.js'

export interface FormerBytes {
  /** All lines that were written, in their order; one that was cut off at the end by a kill is none. */
  lines(): readonly JsonObject[]
  /** Survives the process. */
  note(line: JsonObject): void
  /** All that was noted and kept so far survives the machine. */
  flush(): void
  /** Keeps the bytes of a file; `at` comes of a pinned folder. The number under which they are found. */
  keep(at: string): number
  /** Hands them over, piece by piece. @throws UsageError JOURNAL_KEY for what was changed */
  bytes(blob: number, take: (piece: Buffer) => void): void
  /** Nothing of it is left. */
  forget(): void
}

/** How much is kept, and for how long. */
export interface UndoLimits {
  /** Of all runs together. 0: nothing is kept. */
  readonly maxBytes: number
  readonly keepMs: number
}

export const DEFAULT_UNDO_LIMITS: UndoLimits = { maxBytes: 268_435_456, keepMs: 30 * 86_400_000 }

/** Where they are: the bytes are this machine's, and so is the place, wherever the journal is. */
function undoFolder(env: Environment): string {
  const { UNDERSTUDY_UNDO_DIR: own } = env
  return own === undefined ? join(stateFolder(env), 'understudy', 'undo') : resolve(own)
}

/** Makes the place of a run, or finds it. @throws StoreError where the folder cannot be used */
export async function openFormerBytes(run: string, env: Environment, seal: Seal): Promise<FormerBytes> {
  const folder = join(undoFolder(env), nameOf(run))
  return formerBytesIn(
    await claimFolder(join(folder, LOG)).then((log) => log.slice(0, -LOG.length - 1)),
    run,
    seal,
  )
}

/** Undefined where nothing is kept of a run. */
export function findFormerBytes(run: string, env: Environment, seal: Seal): FormerBytes | undefined {
  const folder = join(undoFolder(env), nameOf(run))
  return existsSync(join(folder, LOG)) ? formerBytesIn(folder, run, seal) : undefined
}

/**
 * Makes room: what is too old goes, then the oldest first, but never what is `spared`, or was written to within the hour. False where there
 * is not room enough.
 */
export function makeRoom(
  needed: number,
  { maxBytes, keepMs }: UndoLimits,
  { env, nowMs, spared }: { readonly env: Environment; readonly nowMs: number; readonly spared: string },
): boolean {
  // Nobody's way back is given away for what does not fit all the same.
  if (needed > maxBytes) return false
  const folder = undoFolder(env)
  let total = 0
  const left = keptRuns(folder).filter((run) => {
    if (run.writtenMs + keepMs < nowMs && run.name !== nameOf(spared)) {
      rmSync(join(folder, run.name), { recursive: true, force: true })
      return false
    }
    total += run.bytes
    return true
  })
  for (const run of left.toSorted((a, b) => a.writtenMs - b.writtenMs)) {
    if (total + needed <= maxBytes) break
    if (run.name === nameOf(spared) || run.writtenMs + AN_HOUR_MS > nowMs) continue
    rmSync(join(folder, run.name), { recursive: true, force: true })
    total -= run.bytes
  }
  return total + needed <= maxBytes
}

/** How many bytes of another run could be kept now: those of the last hour do not make room. */
export function freeBytes(
  { maxBytes }: UndoLimits,
  { env, nowMs }: { readonly env: Environment; readonly nowMs: number },
): number {
  const young = keptRuns(undoFolder(env)).filter((run) => run.writtenMs + AN_HOUR_MS > nowMs)
  return Math.max(0, maxBytes - young.reduce((sum, { bytes }) => sum + bytes, 0))
}

interface KeptRun {
  readonly name: string
  readonly bytes: number
  readonly writtenMs: number
}

function keptRuns(folder: string): readonly KeptRun[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    try {
      const files = readdirSync(join(folder, name)).map((file) => statSync(join(folder, name, file)))
      const writtenMs = Math.max(0, ...files.map(({ mtimeMs }) => mtimeMs))
      return [{ name, bytes: files.reduce((sum, { size }) => sum + size, 0), writtenMs }]
    } catch {
      // Another process has forgotten it since.
      return []
    }
  })
}

function formerBytesIn(folder: string, run: string, seal: Seal): FormerBytes {
  const log = join(folder, LOG)
  const known = readLines(log, run, seal)
  let written = known.length
  const pack = join(folder, PACK)
  return {
    lines: () => known,
    note(line) {
      const sealed = seal.close(JSON.stringify(line), at(run, 'line', written))
      // A line that was cut off by a kill is ended, so that the next one stands alone.
      const start = written === known.length && isCutOff(log) ? '\n' : ''
      appendFileSync(log, `${start}${sealed}\n`, { mode: 0o600 })
      known.push(line)
      written++
    },
    flush() {
      if (existsSync(pack)) syncFile(pack)
      syncFile(log)
      syncFile(folder)
      syncFile(join(folder, '..'))
    },
    keep(path) {
      const blob = existsSync(pack) ? statSync(pack).size : 0
      const to = openSync(pack, APPEND, 0o600)
      let pieces = 0
      const write = (piece: Buffer): void => {
        const sealed = seal.closeBytes(piece, at(run, `bytes ${blob}`, pieces++))
        const head = Buffer.alloc(4)
        head.writeUInt32BE(sealed.length)
        writeSync(to, Buffer.concat([head, sealed]))
      }
      try {
        readPieces(path, write)
        write(Buffer.alloc(0))
      } finally {
        closeSync(to)
      }
      return blob
    },
    bytes(blob, take) {
      const from = openSync(pack, constants.O_RDONLY | constants.O_NOFOLLOW)
      try {
        let position = blob
        for (let piece = 0; ; piece++) {
          const sealed = readSealed(from, position)
          position += 4 + sealed.length
          const opened = seal.openBytes(sealed, at(run, `bytes ${blob}`, piece))
          if (opened.length === 0) return
          take(opened)
        }
      } finally {
        closeSync(from)
      }
    },
    forget: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function readLines(log: string, run: string, seal: Seal): JsonObject[] {
  if (!existsSync(log)) return []
  const lines: JsonObject[] = []
  for (const text of readFileSync(log, 'utf8').split('\n')) {
    if (text === '') continue
    try {
      const line: unknown = JSON.parse(seal.open(text, at(run, 'line', lines.length)))
      if (isJsonObject(line)) lines.push(line)
    } catch (failure) {
      // What a kill cut off was never relied upon; the first line tells a wrong key.
      if (lines.length === 0) throw failure
    }
  }
  return lines
}

function isCutOff(log: string): boolean {
  return (
    existsSync(log) && statSync(log).size > 0 && !readFileSync(log).subarray(-1).equals(Buffer.from('\n'))
  )
}

function readSealed(from: number, position: number): Buffer {
  const head = Buffer.alloc(4)
  if (readSync(from, head, 0, 4, position) !== 4) return Buffer.alloc(0)
  const sealed = Buffer.alloc(Math.min(head.readUInt32BE(), MOST_SEALED))
  readSync(from, sealed, 0, sealed.length, position + 4)
  return sealed
}

function syncFile(path: string): void {
  const fd = openSync(path, constants.O_RDONLY)
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Ids come from whoever asks, too. */
function nameOf(run: string): string {
  return run.replaceAll(/[^\w-]/g, '_')
}

function at(run: string, what: string, n: number): string {
  return JSON.stringify([run, 'undo', what, n])
}

const LOG = 'log'
const PACK = 'bytes'
/** A piece with its nonce and tag is smaller. */
const MOST_SEALED = 2_097_152
const AN_HOUR_MS = 3_600_000
const APPEND = constants.O_CREAT | constants.O_APPEND | constants.O_WRONLY | constants.O_NOFOLLOW
