/** The arguments of the gateway's own tools, as a model sent them. */
import {
  didYouMean,
  inOneLine,
  type JsonObject,
  type JsonValue,
  kindOrValue,
  nearestNames,
  ownMember,
  UsageError,
} from '../../base/index.js'

/** What is there of each argument; reading one that is of another kind is an error that names it. */
export interface OwnArguments {
  text(name: string): string | undefined
  flag(name: string): boolean | undefined
  integer(name: string, limits: { readonly min: number; readonly max: number }): number | undefined
  any(name: string): JsonValue | undefined
  /** A list of at least one text. */
  texts(name: string): readonly string[] | undefined
}

/**
 * Nothing is taken for what it is not: `"false"` is no flag, and an argument that nobody knows is refused, since what it was to say
 * would be left undone.
 * @throws UsageError USAGE, here and from each reading
 */
export function readOwnArguments(tool: string, args: JsonObject, known: readonly string[]): OwnArguments {
  const unknown = Object.keys(args).find((name) => !known.includes(name))
  if (unknown !== undefined) throw refusedName(tool, unknown, known)

  function read<T extends JsonValue>(
    name: string,
    wanted: string,
    is: (value: JsonValue) => value is T,
  ): T | undefined {
    const value = ownMember(args, name)
    if (value === undefined || is(value)) return value
    throw new UsageError(
      'USAGE',
      `Cannot call ${tool}: ${name} must be ${wanted}, found ${kindOrValue(value, 80)}`,
    )
  }

  return {
    text: (name) => read(name, 'a text', isText),
    flag: (name) => read(name, 'true or false', isFlag),
    integer: (name, { min, max }) =>
      read(
        name,
        `a whole number from ${min} to ${max}`,
        (value): value is number =>
          Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
      ),
    any: (name) => ownMember(args, name),
    texts: (name) => read(name, 'a list of at least one text', isTexts),
  }
}

function refusedName(tool: string, name: string, known: readonly string[]): UsageError {
  const [meant] = nearestNames(
    name.replaceAll(/[-_ ]/g, ''),
    known.map((each) => each.replaceAll('_', '')),
  )
  const like = known.filter((each) => each.replaceAll('_', '') === meant).slice(0, 1)
  return new UsageError(
    'USAGE',
    `Cannot call ${tool}: there is no argument ${inOneLine(JSON.stringify(name), 80)}`,
    {
      hint: didYouMean(like) ?? `it takes ${known.join(', ')}`,
    },
  )
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string'
}

function isFlag(value: JsonValue): value is boolean {
  return typeof value === 'boolean'
}

function isTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
}
