/** A cassette without some of its lines. */
import { closeSync, fchmodSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { randomName } from '../../base/index.js'
import type { RecordingFilter } from '../recording-store.js'
import type { Cassette } from './cassette.js'
import { withCassetteFailures } from './cassette-failure.js'
import { type CassetteFile, writeBytes } from './cassette-file.js'
import type { LineSpan } from './line-index.js'

/**
 * Writes what stays to a temporary name and renames it: readers see the old file or the new one. Others may append meanwhile;
 * only the end is copied while they wait.
 */
export async function removeLines(cassette: Cassette, filter: RecordingFilter): Promise<number> {
  for (;;) {
    const file = await cassette.read()
    const entries = file.index.select(filter)
    if (entries.length === 0) return 0
    const held = cassette.hold(file)
    try {
      const isDone = await copyAndRename(
        cassette,
        file,
        entries.map((entry) => file.index.span(entry)),
      )
      if (isDone) return entries.length
    } finally {
      held.release()
    }
  }
}

/** False when another process has put another file in the place meanwhile. */
async function copyAndRename(
  cassette: Cassette,
  file: CassetteFile,
  removed: readonly LineSpan[],
): Promise<boolean> {
  const { path } = cassette
  const temporary = join(dirname(path), `.${basename(path)}.${randomName()}.tmp`)
  const guarded = <T>(work: () => T): T => withCassetteFailures(path, work)
  const target = guarded(() => openSync(temporary, 'wx', 0o600))
  try {
    const seen = file.end
    let written = 0
    let sinceTurn = 0
    for (const { from, to } of keptRanges(removed, seen)) {
      for (let at = from; at < to; at += PIECE_BYTES) {
        const piece = { from: at, to: Math.min(to, at + PIECE_BYTES), at: written }
        const count = guarded(() => copy(file.descriptor, target, piece))
        written += count
        sinceTurn += count
        if (sinceTurn < PIECE_BYTES) continue
        sinceTurn = 0
        await new Promise(setImmediate)
      }
    }
    guarded(() => fsyncSync(target))
    return await cassette.write((now) => {
      if (now !== file) return false
      copy(file.descriptor, target, { from: seen, to: file.end, at: written })
      fchmodSync(target, fstatSync(file.descriptor).mode & 0o777)
      fsyncSync(target)
      renameSync(temporary, path)
      return true
    })
  } finally {
    closeSync(target)
    rmSync(temporary, { force: true })
  }
}

/** What stands between the removed lines, line ends included. */
function* keptRanges(
  removed: readonly LineSpan[],
  end: number,
): Generator<{ readonly from: number; readonly to: number }> {
  let from = 0
  for (const { offset, length } of [...removed].sort((a, b) => a.offset - b.offset)) {
    if (offset > from) yield { from, to: offset }
    from = offset + length + 1
  }
  if (end > from) yield { from, to: end }
}

function copy(
  source: number,
  target: number,
  { from, to, at }: { readonly from: number; readonly to: number; readonly at: number },
): number {
  const bytes = Buffer.allocUnsafe(to - from)
  let done = 0
  while (done < bytes.length) {
    const count = readSync(source, bytes, done, bytes.length - done, from + done)
    if (count === 0) break
    done += count
  }
  writeBytes(target, bytes.subarray(0, done), at)
  return done
}

const PIECE_BYTES = 1024 * 1024
