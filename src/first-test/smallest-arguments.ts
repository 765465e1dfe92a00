/** Arguments for a first call of a tool: as few as its schema takes, and the nearest that it does not take. */
import { isJsonObject, type JsonObject, type JsonValue } from '../base/index.js'
import type { CompiledSchema } from '../schema/index.js'

/** The schema as the server wrote it, and what checks by it. */
export interface InputSchema {
  readonly written: JsonObject
  readonly compiled: CompiledSchema
}

/**
 * Valid arguments with no member that can be left out, but for how long to wait; defaults, examples and small numbers where values
 * are free. Undefined where none were found.
 */
export function smallestArguments(schema: InputSchema): JsonObject | undefined {
  const least = leastArguments(schema)
  return least && (withNumbers(least, schema, (name) => WAITING.test(name)) ?? least)
}

const WAITING = /duration|delay|sleep|wait|seconds|millis/i

function leastArguments({ written, compiled }: InputSchema): JsonObject | undefined {
  const isValid = (value: JsonValue): boolean => compiled.check(value).length === 0
  if (isValid({})) return {}
  const generated = compiled.generate({ seed: 1 })
  if (generated.kind !== 'value' || !isJsonObject(generated.value)) return undefined
  const least = withoutSpareParts(generated.value, isValid)
  const simple = withSimplerLeaves(least, written, isValid)
  return isJsonObject(simple) ? simple : undefined
}

/** The same with every path in them replaced by the current folder; undefined where there is no path, or `.` is not valid. */
export function withCurrentFolder(args: JsonObject, { compiled }: InputSchema): JsonObject | undefined {
  const changed = pathsOf(args)
    .filter((path) => /path|dir|folder|file/i.test(lastName(path)) && typeof valueAt(args, path) === 'string')
    .reduce<JsonValue>((value, path) => replaced(value, path, '.'), args)
  return changed !== args && isJsonObject(changed) && compiled.check(changed).length === 0
    ? changed
    : undefined
}

/** The same with 1 for every number that may be given, for a tool that takes too long by its defaults. */
export function withSmallNumbers(args: JsonObject, schema: InputSchema): JsonObject | undefined {
  return withNumbers(args, schema, () => true)
}

/** With 1 for the numbers of these names; undefined where there are none, or it is not valid. */
function withNumbers(
  args: JsonObject,
  { written, compiled }: InputSchema,
  isMeant: (name: string) => boolean,
): JsonObject | undefined {
  const numbers = Object.entries(propertiesOf(written)).flatMap(([name, schema]) => {
    const isNumber = isJsonObject(schema) && (schema.type === 'number' || schema.type === 'integer')
    return isNumber && isMeant(name) ? [[name, 1] as const] : []
  })
  const changed = { ...args, ...Object.fromEntries(numbers) }
  return numbers.length > 0 && compiled.check(changed).length === 0 ? changed : undefined
}

export interface InvalidArguments {
  readonly value: JsonObject
  /** The end of a sentence that begins with "refuses": `a call without "path"`. */
  readonly told: string
}

/** The valid arguments with one thing wrong; undefined for a schema that takes everything. */
export function invalidArguments(
  valid: JsonObject,
  { written, compiled }: InputSchema,
): InvalidArguments | undefined {
  const known = Object.entries(propertiesOf(written))
  const candidates: readonly InvalidArguments[] = [
    ...Object.keys(valid).map((name) => ({ value: without(valid, name), told: `a call without "${name}"` })),
    ...known.flatMap(([name]) =>
      STRANGERS.map((stranger) => ({
        value: { ...valid, [name]: stranger },
        told: `${JSON.stringify(stranger)} for "${name}"`,
      })),
    ),
    { value: { ...valid, notAnArgument: true }, told: 'an argument that it does not know' },
  ]
  const checked = candidates.flatMap((candidate) => {
    const issues = compiled.judge(candidate.value)
    const isWrong = issues.length > 0 && issues.every(({ keyword }) => keyword !== 'complexity')
    return isWrong ? [{ candidate, isSure: issues.some(({ leniency }) => leniency === undefined) }] : []
  })
  // What a server may take all the same is asked only where nothing else is wrong for certain.
  return (checked.find(({ isSure }) => isSure) ?? checked[0])?.candidate
}

/** Of these one is of another type than a schema with a type wants. */
const STRANGERS: readonly JsonValue[] = ['a text', 7]

type Path = readonly (string | number)[]

/** Deepest first, so that what holds others goes after them. */
function withoutSpareParts(value: JsonValue, isValid: (value: JsonValue) => boolean): JsonValue {
  return pathsOf(value)
    .reverse()
    .reduce((kept, path) => {
      const smaller = removed(kept, path)
      return isValid(smaller) ? smaller : kept
    }, value)
}

function withSimplerLeaves(
  value: JsonValue,
  written: JsonObject,
  isValid: (value: JsonValue) => boolean,
): JsonValue {
  return pathsOf(value).reduce((kept, path) => {
    const changed = simpleValues(valueAt(kept, path), schemaAt(written, path))
      .map((simple) => replaced(kept, path, simple))
      .find(isValid)
    return changed ?? kept
  }, value)
}

function simpleValues(value: JsonValue | undefined, schema: JsonObject): readonly JsonValue[] {
  const said = [
    ...(schema.default === undefined ? [] : [schema.default]),
    ...(Array.isArray(schema.examples) ? schema.examples : []),
    ...(Array.isArray(schema.enum) ? schema.enum : []),
  ]
  if (typeof value === 'number') return [...said, 1, 0]
  return typeof value === 'boolean' ? [...said, false] : said
}

/** What properties and items say of the place; empty where a reference or a union stands in between. */
function schemaAt(schema: JsonObject, [step, ...rest]: Path): JsonObject {
  if (step === undefined) return schema
  const inner = typeof step === 'number' ? schema.items : propertiesOf(schema)[step]
  return isJsonObject(inner) ? schemaAt(inner, rest) : {}
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isJsonObject(properties) ? properties : {}
}

/** Every place below the root, what holds others before them. */
function pathsOf(value: JsonValue | undefined, path: Path = []): Path[] {
  const steps: Path = Array.isArray(value) ? [...value.keys()] : isJsonObject(value) ? Object.keys(value) : []
  return steps.flatMap((step) => [[...path, step], ...pathsOf(valueAt(value, [step]), [...path, step])])
}

function lastName(path: Path): string {
  return path.findLast((step) => typeof step === 'string') ?? ''
}

function valueAt(value: JsonValue | undefined, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((inner, step) => {
    if (Array.isArray(inner)) return inner[Number(step)]
    return isJsonObject(inner) && Object.hasOwn(inner, String(step)) ? inner[String(step)] : undefined
  }, value)
}

function replaced(value: JsonValue, [step, ...rest]: Path, by: JsonValue): JsonValue {
  if (step === undefined) return by
  if (Array.isArray(value)) return value.map((item, at) => (at === step ? replaced(item, rest, by) : item))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === step ? replaced(member, rest, by) : member,
    ]),
  )
}

/** Where the place is gone already, the value itself. */
function removed(value: JsonValue, path: Path): JsonValue {
  const [step, ...rest] = path
  if (Array.isArray(value))
    return rest.length === 0
      ? value.filter((_, at) => at !== step)
      : value.map((item, at) => (at === step ? removed(item, rest) : item))
  if (!isJsonObject(value)) return value
  if (rest.length === 0) return without(value, String(step))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === step ? removed(member, rest) : member]),
  )
}

function without(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name))
}
