/** Why a value that one schema takes may not be taken by another. */
import { toPointer } from '../../base/index.js'
import type { Schema } from '../canonical/canonical-schema.js'

export interface Refusal {
  /** `undeclared`: the first schema leaves the member open, the second has a schema for it. */
  readonly kind: 'refused' | 'undeclared'
  readonly pointer: string
  readonly keyword: string
  /** What to say when the schema that refuses is the new one, and when it is the old one; without the subject. */
  readonly lost: string
  readonly gained: string
  /** Schemas for the whole value: a value of one of them is likely to show the refusal. The likeliest first. */
  readonly focuses: () => readonly Schema[]
  /** For the whole value: what every witness of just this refusal keeps. */
  readonly proof: () => Schema
}

/** Where in the value the comparison stands. */
export interface Place {
  readonly pointer: string
  /** A schema for the whole value, of whose values the part at this place keeps the given schema. */
  wrap(focus: Schema): Schema
}

/** For questions whose answer is yes or no. */
export const NOWHERE: Place = { pointer: '', wrap: (focus) => focus }

/** The member of this name. */
export function memberPlace({ pointer, wrap }: Place, name: string): Place {
  return {
    pointer: pointer + toPointer([name]),
    wrap: (focus) => wrap({ type: ['object'], required: [name], properties: new Map([[name, focus]]) }),
  }
}

/** What is said of a refusal, and of which values it speaks. */
export interface Saying {
  readonly keyword: string
  readonly lost: string
  readonly gained: string
  /** What the value at the place breaks. */
  readonly broken: Schema
  /** For the value at the place; default: any value. */
  readonly focuses?: readonly Schema[]
}

/** A refusal of the value at this place. */
export function refusalAt(place: Place, saying: Saying): Refusal {
  const { keyword, lost, gained, broken, focuses = [true] } = saying
  return {
    kind: 'refused',
    pointer: place.pointer,
    keyword,
    lost,
    gained,
    focuses: () => focuses.map(place.wrap),
    proof: () => place.wrap({ not: broken }),
  }
}

/** A demand that the first schema does not make: `be at least 3`. */
export function demandAt(
  place: Place,
  keyword: string,
  demand: string,
  broken: Schema,
  focuses?: readonly Schema[],
): Refusal {
  const [lost, gained] = [`must ${demand} now`, `need no longer ${demand}`]
  return refusalAt(place, { keyword, lost, gained, broken, ...(focuses && { focuses }) })
}
