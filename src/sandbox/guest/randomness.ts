/** `Math.random` and the random parts of `crypto`: from the seed, or the machine's own. */
import type { Events } from './events.js'
import {
  bufferOf,
  byteLengthOf,
  byteOffsetOf,
  floor,
  NativeUint8Array,
  numberToText,
  reflectApply,
} from './primordials.js'
import { replaceMethod } from './replace.js'
import type { Stream } from './stream.js'

/** Replaces the sources of randomness; gives the function that sets the stream they draw from. */
export function installRandomness(events: Events): (chance: Stream) => void {
  let stream: Stream | undefined
  const { prototype } = Crypto
  const machine = crypto
  const { getRandomValues: realBytes } = machine
  const machineWords = new Uint32Array(2)
  const byte = (): number => stream?.byte() ?? 0

  replaceMethod(Math, 'random', () => () => (events.isReal() ? realFraction() : (stream?.next() ?? 0)))
  replaceMethod(prototype, 'getRandomValues', (original) => (self, values) => {
    // The engine's own first: it refuses what must be refused.
    const array = reflectApply(original, self, values) as ArrayBufferView
    if (!events.isReal()) {
      const bytes = new NativeUint8Array(bufferOf(array), byteOffsetOf(array), byteLengthOf(array))
      fill(bytes, byteLengthOf(array))
    }
    return array
  })
  replaceMethod(prototype, 'randomUUID', (original) => (self) => {
    const real: unknown = reflectApply(original, self, [])
    return events.isReal() ? real : uuid()
  })
  return (chance) => {
    stream = chance
  }

  /** The engine's own `Math.random` starts from a fixed number in a guest: a form's boundary would be chance. */
  function realFraction(): number {
    reflectApply(realBytes, machine, [machineWords])
    const high = floor((machineWords[0] ?? 0) / 32)
    const low = floor((machineWords[1] ?? 0) / 64)
    return (high * 67_108_864 + low) / 9_007_199_254_740_992
  }

  function fill(bytes: Uint8Array, count: number): void {
    for (let i = 0; i < count; i++) bytes[i] = byte()
  }

  /** A version 4 UUID (RFC 9562, section 5.4). */
  function uuid(): string {
    let text = ''
    for (let i = 0; i < 16; i++) {
      let next = byte()
      if (i === 6) next = (next & 0x0f) | 0x40
      if (i === 8) next = (next & 0x3f) | 0x80
      const dash = i === 4 || i === 6 || i === 8 || i === 10 ? '-' : ''
      text += `${dash}${next < 16 ? '0' : ''}${numberToText(next, 16)}`
    }
    return text
  }
}

declare const Crypto: { readonly prototype: object }
