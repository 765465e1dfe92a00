/** Seeded random numbers: one seed, one sequence, on every platform and in every release. */
import { randomBytes, randomFillSync } from 'node:crypto'

export interface Random {
  /** A number in [0, 1) with 32 random bits. */
  next(): number
  /** An integer in [min, max], both included. */
  integer(min: number, max: number): number
  /** One of the items. `items` must not be empty. */
  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T
}

/** Creates the sequence of a seed (any string or number). Algorithm: FNV-1a of the seed's text, then mulberry32. */
export function seededRandom(seed: string | number): Random {
  let state = fnv1a(String(seed))
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    integer,
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new RangeError('Cannot pick from an empty list')
      return items[integer(0, items.length - 1)] as T
    },
  }
}

/** An unpredictable name of 16 hexadecimal digits, for temporary files. */
export function randomName(): string {
  return randomBytes(8).toString('hex')
}

/** Bytes that nobody can guess: for keys, and for what must never come twice. */
export function randomBytesOf(count: number): Buffer {
  if (count > POOLED_BYTES) return randomBytes(count)
  if (used + count > POOLED_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = Buffer.from(pool.subarray(used, used + count))
  // Nobody finds it here afterwards.
  pool.fill(0, used, used + count)
  used += count
  return bytes
}

/** A text that nobody can guess: 32 hexadecimal digits. */
export function randomSecret(): string {
  return randomBytesOf(16).toString('hex')
}

/** Asking the system costs more than what is given: so it is asked for many at once. */
const POOLED_BYTES = 4096
const pool = Buffer.alloc(POOLED_BYTES)
let used = POOLED_BYTES

function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
