/**
 * Of a repository's index, what says something: each file's mode, object, stage and path. Beside it git keeps what files looked like on the
 * disk, and writes that anew when it is only asked for the status: always in a copy, where all files have other numbers (gitformat-index).
 */

const HEADER = 12
const STATUS = 40
const OBJECT = 20
const FLAGS = STATUS + OBJECT
const MODE = 24
const NAME_LENGTH = 0x0fff
const IS_EXTENDED = 0x4000

/** Undefined for what is no index, or of a kind that is not known: one with longer names of objects. */
export function essenceOfIndex(bytes: Buffer): Buffer | undefined {
  const spans = spansOf(bytes)
  return (
    spans &&
    Buffer.concat(
      spans.flatMap(({ at, end }) => [
        bytes.subarray(at + MODE, at + MODE + 4),
        bytes.subarray(at + STATUS, end),
      ]),
    )
  )
}

export interface IndexEntry {
  readonly mode: number
  /** Of what the file holds: 40 hexadecimal digits. */
  readonly object: string
  /** 0, or 1 to 3 while it is being merged. */
  readonly stage: number
  readonly path: string
}

/** Of an index of version 2 or 3, in its order; undefined for anything else. */
export function indexEntries(bytes: Buffer): readonly IndexEntry[] | undefined {
  const spans = spansOf(bytes)
  if (spans === undefined || bytes.readUInt32BE(4) === COMPRESSED) return undefined
  return spans.map(({ at, end }) => {
    const name = startOfName(bytes, at) ?? end
    return {
      mode: bytes.readUInt32BE(at + MODE),
      object: bytes.toString('hex', at + STATUS, at + FLAGS),
      stage: (bytes.readUInt16BE(at + FLAGS) >> 12) & 3,
      path: bytes.toString('utf8', name, bytes.indexOf(0, name)),
    }
  })
}

/** The version in which names leave out what they share with the one before. */
const COMPRESSED = 4

interface Span {
  readonly at: number
  readonly end: number
}

function spansOf(bytes: Buffer): readonly Span[] | undefined {
  if (bytes.length < HEADER + OBJECT || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined
  const [version, count] = [bytes.readUInt32BE(4), bytes.readUInt32BE(8)]
  if (version < 2 || version > COMPRESSED) return undefined
  const spans: Span[] = []
  let at = HEADER
  for (let left = count; left > 0; left--) {
    const end = version === COMPRESSED ? endOfCompressed(bytes, at) : endOfPadded(bytes, at)
    if (end === undefined) return undefined
    spans.push({ at, end })
    at = end
  }
  return spans
}

/** Up to version 3 the name is whole, and an entry is filled up to eight bytes. */
function endOfPadded(bytes: Buffer, at: number): number | undefined {
  const name = startOfName(bytes, at)
  if (name === undefined) return undefined
  const nul = bytes.indexOf(0, name)
  const told = bytes.readUInt16BE(at + FLAGS) & NAME_LENGTH
  if (nul === -1 || (told !== NAME_LENGTH && nul - name !== told)) return undefined
  const end = at + Math.ceil((nul + 1 - at) / 8) * 8
  return end <= bytes.length - OBJECT ? end : undefined
}

/** In version 4 a number says how much of the name before is left out, and what is new follows. */
function endOfCompressed(bytes: Buffer, at: number): number | undefined {
  let name = startOfName(bytes, at)
  if (name === undefined) return undefined
  while (((bytes[name] ?? 0) & 0x80) !== 0) name++
  const nul = bytes.indexOf(0, name + 1)
  return nul === -1 || nul >= bytes.length - OBJECT ? undefined : nul + 1
}

function startOfName(bytes: Buffer, at: number): number | undefined {
  if (at + FLAGS + 2 > bytes.length - OBJECT) return undefined
  return at + FLAGS + ((bytes.readUInt16BE(at + FLAGS) & IS_EXTENDED) === 0 ? 2 : 4)
}
