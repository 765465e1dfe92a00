/** The inputs of one kind for one tool: those that are tried first, so that no place is missed, and any number of others from seeds. */
import { isJsonObject, type JsonObject, ownMember, seededRandom } from '../base/index.js'
import type { CompiledSchema } from '../schema/index.js'
import { breakArguments } from './break-arguments.js'
import { type EdgeValues, edgeValues } from './edge-values.js'
import { type ChangedInput, INPUT_KINDS, type InputKind, type ProbeInput, readInput } from './probe-input.js'
import { evenly, objectOf, type Place, placesOf, replaceAt, somePlaces } from './value-places.js'
import { varyArguments } from './vary-arguments.js'

export interface InputPlan {
  readonly kind: InputKind
  readonly schema: CompiledSchema
  readonly edges: EdgeValues
  /** At least one: each place is in it. */
  readonly first: readonly ProbeInput[]
  /** An input from a seed. */
  input(seed: number): ProbeInput
}

export type InputPlanning =
  | { readonly kind: 'planned'; readonly plans: readonly InputPlan[] }
  /** No valid arguments were found. */
  | { readonly kind: 'impossible'; readonly reason: string }

export interface InputSource {
  readonly definition: JsonObject
  /** The same, compiled. */
  readonly schema: CompiledSchema
  readonly seed: string
  /** Values that the tool knows, by the name of the member: a path that exists. */
  readonly values: JsonObject
}

/** Plans each kind of input; a kind of mistake that the schema leaves no room for has no plan. */
export function planInputs(source: InputSource): InputPlanning {
  const { definition, schema, seed, values } = source
  const mined = edgeValues(definition)
  // A word of a list is not shortened, and the first not replaced.
  const edges = { ...mined, lists: [...Object.values(values).map((value) => [value]), ...mined.lists] }
  const made = Array.from({ length: SAMPLES }, (_, i) => makeArguments(source, `${seed}/${i}`))
  const samples = made.filter((sample) => typeof sample !== 'string')
  const [full] = samples
  if (full === undefined)
    return { kind: 'impossible', reason: made.find((each) => typeof each === 'string') ?? '' }
  const all = [...samples, bareArguments(full, source)]
  const plans = INPUT_KINDS.flatMap((kind): InputPlan[] => {
    const inputsFrom: InputMaker = (args, places) =>
      kind === 'valid'
        ? varyArguments(args, places, schema, edges)
        : breakArguments(kind, args, places, schema, edges)
    const first = evenly(distinct(all.flatMap((args) => inputsFrom(args, somePlaces(args)))), MAX_FIRST)
    if (first.length === 0) return []
    return [
      { kind, schema, edges, first, input: (from) => randomInput(source, edges, inputsFrom, first, from) },
    ]
  })
  return { kind: 'planned', plans }
}

/** What can be made of arguments by one change at one of these places. */
type InputMaker = (args: JsonObject, places: readonly Place[]) => readonly ChangedInput[]

const SAMPLES = 4
const MAX_FIRST = 60

/** Valid arguments with the values that the tool knows, or why there are none. */
function makeArguments({ schema, values }: InputSource, seed: string | number): JsonObject | string {
  const made = schema.generate({ seed })
  if (made.kind === 'unsatisfied') return made.reason
  if (!isJsonObject(made.value)) return 'its schema asks for something that is no object'
  return placesOf(made.value).reduce<JsonObject>((args, { path }) => {
    const name = String(path.at(-1))
    const value = ownMember(values, name)
    if (value === undefined) return args
    const known = replaceAt(args, path, value)
    return isJsonObject(known) && readInput('valid', known, schema) !== undefined ? known : args
  }, made.value)
}

/** Only the members that must be, and those that the tool knows a value of. */
function bareArguments(full: JsonObject, { schema, values }: InputSource): JsonObject {
  const optional = Object.keys(full).filter((name) => !Object.hasOwn(values, name))
  const groups = Math.min(optional.length, MAX_GROUPS)
  const size = Math.ceil(optional.length / Math.max(1, groups))
  return Array.from({ length: groups }, (_, i) => optional.slice(i * size, (i + 1) * size)).reduce(
    (args, names) => {
      const less = names.reduce<JsonObject>((each, name) => objectWithout(each, name), args)
      return readInput('valid', less, schema) === undefined ? args : less
    },
    full,
  )
}

/** Members are taken away one by one, and of an object with very many some at a time. */
const MAX_GROUPS = 40

function objectWithout(object: JsonObject, name: string): JsonObject {
  return objectOf(Object.entries(object).filter(([key]) => key !== name))
}

/** Varied at a few places, one after the other; a broken one is wrong once. */
function randomInput(
  source: InputSource,
  edges: EdgeValues,
  inputsFrom: InputMaker,
  first: readonly ProbeInput[],
  seed: number,
): ProbeInput {
  const random = seededRandom(seed)
  const full = makeArguments(source, random.integer(0, 2 ** 31))
  if (typeof full === 'string') return random.pick(first)
  let args = random.next() < 0.3 ? bareArguments(full, source) : full
  for (let left = random.integer(0, 4); left > 0; left--) {
    const variants = varyArguments(args, [random.pick(placesOf(args))], source.schema, edges)
    if (variants.length > 0) args = random.pick(variants).input.args
  }
  const places = Array.from({ length: PLACES_TRIED }, () => random.pick(placesOf(args)))
  const inputs = inputsFrom(args, places).map(({ input }) => input)
  return random.pick(inputs.length === 0 ? first : inputs)
}

const PLACES_TRIED = 5

/** One change at one place is tried once, whatever stands around it. */
function distinct(all: readonly ChangedInput[]): readonly ProbeInput[] {
  const bySite = new Map<string, ProbeInput>()
  for (const { site, input } of all) if (!bySite.has(site)) bySite.set(site, input)
  return [...bySite.values()]
}
