/** `Math.random` and the random parts of `crypto`: from the seed, or the machine's own. */
import type { WorldMessage } from '../bridge.js'
import { defineProperty } from './primordials.js'

/** Replaces the sources of randomness; gives the function that sets the world's. One seed, one sequence. */
export function installRandomness(): (world: WorldMessage) => void {
  const { random } = Math
  const prototype: object = Object.getPrototypeOf(crypto)
  const { getRandomValues, randomUUID } = crypto
  let next = mulberry32(0)
  const byte = () => Math.floor(next() * 256)
  define(Math, 'random', () => next())
  const fillBytes = (bytes: Uint8Array) => {
    for (let i = 0; i < bytes.length; i++) bytes[i] = byte()
  }
  define(prototype, 'getRandomValues', (array: ArrayBufferView) => {
    // The engine's own first: it refuses what must be refused.
    getRandomValues.call(crypto, array as Uint8Array)
    fillBytes(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
    return array
  })
  define(prototype, 'randomUUID', () => {
    const bytes = new Uint8Array(16)
    fillBytes(bytes)
    return uuidOf(bytes)
  })
  return (world) => {
    if (world.kind === 'virtual') next = mulberry32(world.seed)
    else {
      define(Math, 'random', random)
      define(prototype, 'getRandomValues', getRandomValues)
      define(prototype, 'randomUUID', randomUUID)
    }
  }
}

/** A version 4 UUID (RFC 9562, section 5.4) of 16 random bytes. */
function uuidOf(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < 16; i++) {
    let byte = bytes[i] ?? 0
    if (i === 6) byte = (byte & 0x0f) | 0x40
    if (i === 8) byte = (byte & 0x3f) | 0x80
    text += `${i === 4 || i === 6 || i === 8 || i === 10 ? '-' : ''}${byte < 16 ? '0' : ''}${byte.toString(16)}`
  }
  return text
}

function mulberry32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function define(holder: object, name: string, value: unknown): void {
  defineProperty(holder, name, { value, configurable: true, writable: true })
}
