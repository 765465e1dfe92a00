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
  if (bytes.length < HEADER + OBJECT || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined
  const [version, count] = [bytes.readUInt32BE(4), bytes.readUInt32BE(8)]
  if (version < 2 || version > 4) return undefined
  const parts: Buffer[] = []
  let at = HEADER
  for (let left = count; left > 0; left--) {
    const end = version === 4 ? endOfCompressed(bytes, at) : endOfPadded(bytes, at)
    if (end === undefined) return undefined
    parts.push(bytes.subarray(at + MODE, at + MODE + 4), bytes.subarray(at + STATUS, end))
    at = end
  }
  return Buffer.concat(parts)
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
