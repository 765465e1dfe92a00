/** What a blob is made of: bytes and a type, as the constructor and `slice` are told (File API, sections 3.1 to 3.3). */
import {
  bufferOf,
  byteLengthOf,
  byteOffsetOf,
  bytesSet,
  charCodeAt,
  isNotANumber,
  isView,
  lowerCase,
  NativeTypeError,
  NativeUint8Array,
  toNumber,
  toText,
  toWellFormed,
  trunc,
  uncurryGetter,
  uncurryThis,
} from './primordials.js'

/** Nobody else has the bytes, and nobody writes them. */
export interface BlobContent {
  readonly bytes: Uint8Array
  readonly type: string
}

const encoder = new TextEncoder()
const encode = uncurryThis(TextEncoder.prototype.encode)
const bufferLengthOf = uncurryGetter<unknown, number>(ArrayBuffer.prototype, 'byteLength')

/**
 * Joins the parts of a list that the program gave: texts, bytes, and what `partOf` knows.
 * @throws TypeError for what is no list of parts; whatever the program's own list throws
 */
export function joinParts(list: unknown, partOf: (part: unknown) => Uint8Array | undefined): Uint8Array {
  if (list === undefined) return new NativeUint8Array(0)
  if (typeof list !== 'object' || list === null) {
    throw new NativeTypeError("Failed to construct 'Blob': Argument 1 cannot be converted to a sequence")
  }
  let store = new NativeUint8Array(256)
  let filled = 0
  // The list is the program's, and so is its iterator: it is asked as the runtime would ask it.
  for (const part of list as Iterable<unknown>) {
    const bytes = partOf(part) ?? bytesOfPart(part)
    const count = byteLengthOf(bytes)
    store = withRoom(store, filled, count)
    bytesSet(store, bytes, filled)
    filled += count
  }
  return copyOf(store, 0, filled)
}

function bytesOfPart(part: unknown): Uint8Array {
  if (isView(part)) return new NativeUint8Array(bufferOf(part), byteOffsetOf(part), byteLengthOf(part))
  if (isBuffer(part)) return new NativeUint8Array(part)
  return encode(encoder, toWellFormed(toText(part)))
}

function isBuffer(value: unknown): value is ArrayBuffer {
  try {
    bufferLengthOf(value)
    return true
  } catch {
    // The getter of the language throws for everything else.
    return false
  }
}

function withRoom(store: Uint8Array<ArrayBuffer>, filled: number, more: number): Uint8Array<ArrayBuffer> {
  if (filled + more <= byteLengthOf(store)) return store
  const larger = new NativeUint8Array((filled + more) * 2)
  bytesSet(larger, store, 0)
  return larger
}

/** A copy of some of the bytes. */
export function copyOf(bytes: Uint8Array, from: number, to: number): Uint8Array<ArrayBuffer> {
  const copy = new NativeUint8Array(to - from)
  const part = new NativeUint8Array(bufferOf(bytes), byteOffsetOf(bytes) + from, to - from)
  bytesSet(copy, part, 0)
  return copy
}

/** Where a slice begins or ends: counted from the end when negative, and within the bytes. */
export function boundaryOf(given: unknown, otherwise: number, size: number): number {
  const number = given === undefined ? otherwise : toNumber(given)
  const whole = isNotANumber(number) ? 0 : trunc(number)
  const counted = whole < 0 ? size + whole : whole
  if (counted < 0) return 0
  return counted > size ? size : counted
}

/** A type in small letters; none when it has characters that no type has. */
export function typeOf(given: unknown): string {
  const text = given === undefined ? '' : toText(given)
  for (let i = 0; i < text.length; i++) {
    const code = charCodeAt(text, i)
    if (code < 0x20 || code > 0x7e) return ''
  }
  return lowerCase(text)
}
