/** What of its server's world a call touches, as far as it is known. */
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  pointersOverlap,
  toPointer,
} from '../base/index.js'
import { isSameOrWithin, joinedName, resourceName } from './resource-name.js'

/**
 * Resources by name, such as `issue/7`; a name stands for all below it, too (`issue` for every issue). `whole`: whatever the server
 * can reach, since nobody knows better. An empty list: nothing.
 */
export type Extent = 'whole' | readonly string[]

export interface Footprint {
  /** What its answer hangs on. */
  readonly reads: Extent
  /** What is another thing after it. */
  readonly writes: Extent
  /** What must be there for it to work: an answer hangs on it as on what is read. */
  readonly needs: Extent
}

/** The user's word on the footprint of a tool: patterns over the arguments, such as `issue/{id}`. */
export interface FootprintPatterns {
  /** Absent: nobody says what is read, and it may be anything. */
  readonly reads?: readonly string[]
  /** Absent: nothing. */
  readonly writes?: readonly string[]
  /** Absent: nothing. */
  readonly needs?: readonly string[]
}

/**
 * The footprint of one call. A list in the place of an argument names several resources. A pattern whose argument is missing, unknown
 * (`unknownAt`: JSON Pointers), or of no use as a name, names nothing that could be told apart: its extent is the whole.
 */
export function footprintOf(
  { reads, writes = [], needs = [] }: FootprintPatterns,
  args: JsonObject,
  unknownAt: readonly string[] = [],
): Footprint {
  const extent = (patterns: readonly string[]): Extent => {
    const names = patterns.map((pattern) => fillPattern(pattern, args, unknownAt))
    const known = names.filter((each) => each !== undefined)
    return known.length === names.length ? known.flat() : 'whole'
  }
  return {
    reads: reads === undefined ? 'whole' : extent(reads),
    writes: extent(writes),
    needs: extent(needs),
  }
}

/** False only where the resources are provably others: no name of one is a name of the other, nor stands above or below it. */
export function extentsMeet(a: Extent, b: Extent): boolean {
  if (a === 'whole') return b === 'whole' || b.length > 0
  if (b === 'whole') return a.length > 0
  return a.some((one) => b.some((other) => isSameOrWithin(one, other) || isSameOrWithin(other, one)))
}

/** Whether a call may answer otherwise once another one was made. */
export function mayChangeAnswer(written: Footprint, read: Footprint): boolean {
  return extentsMeet(written.writes, read.reads) || extentsMeet(written.writes, read.needs)
}

/** `{id}` is a member of the arguments, `{issue/id}` one of a member, or of each item of one. Undefined where a part of the name is not known. */
function fillPattern(
  pattern: string,
  args: JsonObject,
  unknownAt: readonly string[],
): readonly string[] | undefined {
  const parts = pattern.split(/(\{[^{}]*\})/)
  let names: readonly string[] = ['']
  for (const [i, part] of parts.entries()) {
    const filled = part.startsWith('{') ? valuesAt(part.slice(1, -1).split('/'), args, unknownAt) : [part]
    if (filled === undefined || names.length * filled.length > MOST_NAMES) return undefined
    // A path cannot be told apart by its steps where it is the part of one.
    const isStep = /(^|\/)$/.test(parts[i - 1] ?? '') && /^($|\/)/.test(parts[i + 1] ?? '')
    if (part.startsWith('{') && !isStep && filled.some((text) => text.includes('/'))) return undefined
    names = names.flatMap((name) => filled.map((each) => name + each))
  }
  return names.map(joinedName)
}

/** More resources than these are not told apart one by one. */
const MOST_NAMES = 1_000

function valuesAt(
  steps: readonly string[],
  args: JsonObject,
  unknownAt: readonly string[],
): readonly string[] | undefined {
  const pointer = toPointer(steps)
  if (unknownAt.some((place) => pointersOverlap(place, pointer))) return undefined
  const names = membersAt(args, steps).map(nameIn)
  const known = names.filter((name) => name !== undefined)
  // A list that names nothing may stand for everything.
  return known.length === 0 || known.length < names.length ? undefined : known
}

/** Of a list, those of each item; undefined for one that is not there. */
function membersAt(
  value: JsonValue | undefined,
  steps: readonly string[],
): readonly (JsonValue | undefined)[] {
  if (value !== undefined && isJsonArray(value))
    return value.length === 0 ? [undefined] : value.flatMap((item) => membersAt(item, steps))
  const [step, ...deeper] = steps
  if (step === undefined) return [value]
  const member = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
  return member === undefined ? [undefined] : membersAt(member, deeper)
}

function nameIn(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return resourceName(value)
  return typeof value === 'number' || typeof value === 'boolean' ? resourceName(String(value)) : undefined
}
