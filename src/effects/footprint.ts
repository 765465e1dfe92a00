/** What of its server's world a call touches, as far as it is known. */
import { isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'

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
  readonly reads?: readonly string[]
  readonly writes?: readonly string[]
  readonly needs?: readonly string[]
}

/**
 * The footprint of one call. A pattern whose argument is missing, unknown (`unknownAt`: JSON Pointers), or no text, number or truth
 * value names nothing that could be told apart: its extent is the whole.
 */
export function footprintOf(
  { reads, writes, needs }: FootprintPatterns,
  args: JsonObject,
  unknownAt: readonly string[] = [],
): Footprint {
  const extent = (patterns: readonly string[] | undefined): Extent => {
    const names = (patterns ?? []).map((pattern) => fillPattern(pattern, args, unknownAt))
    const known = names.filter((name) => name !== undefined)
    return known.length === names.length ? known : 'whole'
  }
  return { reads: extent(reads), writes: extent(writes), needs: extent(needs) }
}

/** False only where the resources are provably others: no name of one is a name of the other, nor stands above or below it. */
export function extentsMeet(a: Extent, b: Extent): boolean {
  if (a === 'whole') return b === 'whole' || b.length > 0
  if (b === 'whole') return a.length > 0
  return a.some((one) => b.some((other) => isWithin(one, other) || isWithin(other, one)))
}

/** Whether a call may answer otherwise once another one was made. */
export function mayChangeAnswer(written: Footprint, read: Footprint): boolean {
  return extentsMeet(written.writes, read.reads) || extentsMeet(written.writes, read.needs)
}

function isWithin(name: string, above: string): boolean {
  return name === above || above === '' || name.startsWith(`${above}/`)
}

/** `{id}` is a member of the arguments, `{issue/id}` one of a member. */
function fillPattern(pattern: string, args: JsonObject, unknownAt: readonly string[]): string | undefined {
  let isKnown = true
  const filled = pattern.replaceAll(/\{([^{}]+)\}/g, (_, path: string) => {
    const steps = path.split('/')
    const pointer = `/${steps.join('/')}`
    const isUnknown = unknownAt.some((place) => pointer === place || pointer.startsWith(`${place}/`))
    const name = isUnknown ? undefined : nameOf(memberAt(args, steps))
    isKnown &&= name !== undefined
    return name ?? ''
  })
  return isKnown ? comparable(filled) : undefined
}

function memberAt(value: JsonValue, [step, ...deeper]: readonly string[]): JsonValue | undefined {
  if (step === undefined) return value
  const member = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
  return member === undefined ? undefined : memberAt(member, deeper)
}

function nameOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value.trim() === '' || REACHES_OUT.test(value) ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** Two names of one thing: what climbs up, stands for several, or is written in other ways by those who read it. */
const REACHES_OUT = /(^|[/\\])\.\.([/\\]|$)|[*?%~\\]/

/** Names that many servers take for one: other cases, forms of Unicode, doubled slashes, steps that stay. */
function comparable(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .split('/')
    .filter((step) => step !== '' && step !== '.')
    .map((step) => step.trim())
    .join('/')
}
