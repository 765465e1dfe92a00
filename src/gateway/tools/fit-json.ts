/** A JSON value cut down to a size: what is small stays whole, what is large is cut, and every cut is told. */
import { isJsonObject, type JsonValue, shorten, toPointer } from '../../base/index.js'

export interface Cut {
  /** JSON Pointer into the value. */
  readonly at: string
  /** What is missing: `990 of 1000 items`. */
  readonly left_out: string
}

export interface FitOptions {
  /** Of the value as JSON, in UTF-8. What a value of fixed shape needs at the least is not cut. */
  readonly maxBytes: number
  /** Members whose values have no fixed shape: their own members can be left out. All other objects keep theirs. */
  readonly freeMembers: ReadonlySet<string>
}

/**
 * Shares the room among members and items: the small ones take what they need, the large ones what is left, in equal parts. Of a
 * list the first items are kept, as many as can be told apart.
 */
export function fitJson(value: JsonValue, options: FitOptions): { value: JsonValue; cuts: readonly Cut[] } {
  const cuts: Cut[] = []
  const fitted = cutDown(value, { room: options.maxBytes, path: [], isFree: false })
  return { value: fitted, cuts }

  function cutDown(part: JsonValue, place: Place): JsonValue {
    if (lengthOf(part) <= place.room) return part
    if (typeof part === 'string') return cutText(part, place)
    if (Array.isArray(part)) return cutList(part, place)
    return isJsonObject(part) ? cutObject(part, place) : part
  }

  function cutText(text: string, { room, path }: Place): string {
    const bytesEach = lengthOf(text) / text.length
    let kept = Math.max(0, Math.floor((room - TELLING) / bytesEach))
    // What is written in more bytes may all stand at the beginning.
    while (kept > 0 && lengthOf(text.slice(0, kept)) + TELLING > room) kept = Math.floor(kept / 2)
    tell(path, `${text.length - kept} of ${text.length} characters`)
    return shorten(text, kept)
  }

  function cutList(items: readonly JsonValue[], { room, path, isFree }: Place): JsonValue[] {
    const count = howMany(items, room)
    if (count < items.length) tell(path, `${items.length - count} of ${items.length} items`)
    const rooms = share(items.slice(0, count), room)
    return items
      .slice(0, count)
      .map((item, i) => cutDown(item, { room: rooms[i] ?? 0, path: [...path, i], isFree }))
  }

  function cutObject(value: { readonly [key: string]: JsonValue }, place: Place): JsonValue {
    const { room, path, isFree } = place
    const all = Object.entries(value)
    const members = isFree ? keptMembers(all, room) : all
    if (members.length < all.length) tell(path, `${all.length - members.length} of ${all.length} members`)
    const names = members.reduce((sum, [name]) => sum + lengthOf(name) + 2, 0)
    const rooms = share(
      members.map(([, member]) => member),
      room - names,
    )
    return Object.fromEntries(
      members.map(([name, member], i) => {
        const isFreeBelow = isFree || options.freeMembers.has(name)
        return [name, cutDown(member, { room: rooms[i] ?? 0, path: [...path, name], isFree: isFreeBelow })]
      }),
    )
  }

  function tell(path: readonly (string | number)[], what: string): void {
    cuts.push({ at: toPointer(path), left_out: what })
  }
}

interface Place {
  readonly room: number
  readonly path: readonly (string | number)[]
  readonly isFree: boolean
}

/** Room for `… (12345678 more characters)`. */
const TELLING = 40
/** An item of which less is left says nothing. */
const LEAST_ITEM = 600
const LONGEST_NAME = 500

function lengthOf(value: JsonValue): number {
  return Buffer.byteLength(JSON.stringify(value))
}

function howMany(items: readonly JsonValue[], room: number): number {
  let left = room
  let count = 0
  for (const item of items) {
    left -= Math.min(lengthOf(item), LEAST_ITEM) + 1
    if (left < 0) break
    count++
  }
  return count
}

/** A name cannot be cut: one that nobody would read is left out with its member. */
function keptMembers(all: readonly [string, JsonValue][], room: number): readonly [string, JsonValue][] {
  const readable = all.filter(([name]) => lengthOf(name) <= LONGEST_NAME)
  return readable.slice(0, howMany(readable, room))
}

/** How much each may take: the smallest first, so that what they leave goes to the larger ones. */
function share(values: readonly JsonValue[], room: number): number[] {
  const rooms = values.map(() => 0)
  const bySize = values
    .map((value, i) => ({ i, length: lengthOf(value) + 1 }))
    .sort((a, b) => a.length - b.length)
  let left = room
  bySize.forEach(({ i, length }, taken) => {
    const fair = Math.floor(left / (bySize.length - taken))
    const given = Math.max(0, Math.min(length, fair))
    rooms[i] = given
    left -= given
  })
  return rooms
}
