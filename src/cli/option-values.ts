/** Values of options, read from text. */
import {
  defined,
  didYouMean,
  inOneLine,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  lossyNumber,
  nearestNames,
  parseJson,
  UsageError,
} from '../base/index.js'

/** `['A=1', 'B=']` → `{A: '1', B: ''}`. @throws UsageError USAGE for a pair without `=` or without a name */
export function parseEnvPairs(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(pairs.map((pair) => parsePair(pair, 'an environment variable (--env)')))
}

/** `['token=x']` → `{token: 'x'}`. @throws UsageError USAGE for a pair without `=` or without an id */
export function parseInputs(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(pairs.map((pair) => parsePair(pair, 'an input of the config (--input)')))
}

/** `['Authorization: Bearer x']` → `{Authorization: 'Bearer x'}`. @throws UsageError USAGE for a header without a colon or a name */
export function parseHeaders(headers: readonly string[]): Record<string, string> {
  return Object.fromEntries(headers.map(parseHeader))
}

/** @throws UsageError USAGE */
export function parsePositiveInteger(text: string, option: string): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value > 0) return value
  throw new UsageError(
    'USAGE',
    `Cannot use ${option} ${JSON.stringify(text)}: it is not a positive whole number`,
  )
}

/** @throws UsageError USAGE */
export function parseInteger(text: string, option: string): number {
  const value = Number(text)
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(value)) return value
  throw new UsageError('USAGE', `Cannot use ${option} ${JSON.stringify(text)}: it is not a whole number`)
}

/** @throws UsageError USAGE, with the allowed values */
export function parseChoice<Choice extends string>(
  text: string,
  choices: readonly Choice[],
  option: string,
): Choice {
  const choice = choices.find((each) => each === text)
  if (choice !== undefined) return choice
  const hint = didYouMean(nearestNames(text, choices).slice(0, 1))
  throw new UsageError(
    'USAGE',
    `Cannot use ${option} ${JSON.stringify(text)}: the choices are ${choices.join(', ')}`,
    defined({ hint }),
  )
}

/**
 * The arguments of a call: `key=text` and `key:=JSON` pairs on top of `--args JSON`.
 * @throws UsageError USAGE, JSON_INVALID
 */
export function parseCallArguments(pairs: readonly string[], argsJson: string | undefined): JsonObject {
  const base =
    argsJson === undefined
      ? {}
      : parseTyped(argsJson, 'the arguments (--args)', `write it as --args '{"key": "text"}'`)
  if (!isJsonObject(base))
    throw new UsageError('USAGE', 'Cannot use --args: the arguments of a tool are a JSON object')
  return { ...base, ...Object.fromEntries(pairs.map(parseArgument)) }
}

function parseArgument(pair: string): [string, JsonValue] {
  const match = /^([^=:]+)(:?=)(.*)$/s.exec(pair)
  const [, key, sign, value] = match ?? []
  if (key === undefined || value === undefined) {
    throw new UsageError('USAGE', `Cannot read the argument ${JSON.stringify(pair)}`, {
      hint: pair.trimStart().startsWith('{')
        ? 'write the whole object behind --args, or each member as key=text or key:=JSON'
        : 'write key=text or key:=JSON',
    })
  }
  if (sign === '=') return [key, value]
  return [key, parseTyped(value, `the argument "${key}"`, `:= takes JSON; a text is written ${key}=text`)]
}

/** JSON that somebody typed; `hint` shows how it is written. @throws UsageError JSON_INVALID, also for a number that would be sent as another */
export function parseTyped(text: string, what: string, hint: string): JsonValue {
  const value = parsed(text, what, hint)
  const number = lossyNumber(text)
  if (number === undefined) return value
  throw new UsageError(
    'JSON_INVALID',
    `Cannot send ${what}: JavaScript reads the number ${inOneLine(number, 100)} as ${Number(number)}`,
    { hint: 'write a text, if the tool takes one, or a number that JavaScript can hold' },
  )
}

function parsed(text: string, what: string, hint: string): JsonValue {
  try {
    return parseJson(text, what)
  } catch (cause) {
    if (!(cause instanceof UsageError) || cause.code !== 'JSON_INVALID') throw cause
    throw new UsageError('JSON_INVALID', cause.message, { hint, cause })
  }
}

function parseHeader(header: string): [string, string] {
  const [, name, value] = /^([^:\s]+):(.*)/s.exec(header) ?? []
  if (name !== undefined && value !== undefined) return [name, value.trimStart()]
  // It may be a secret whose name was forgotten: it is not shown.
  throw new UsageError('USAGE', 'Cannot read a header (--header): it has no name with a colon behind it', {
    hint: 'write "Name: value"',
  })
}

function parsePair(pair: string, what: string): [string, string] {
  const at = pair.indexOf('=')
  if (at < 1)
    // It may be a secret whose name was forgotten: it is not shown.
    throw new UsageError('USAGE', `Cannot read ${what}: it has no ${at === 0 ? 'name' : 'equals sign'}`, {
      hint: 'write NAME=value',
    })
  return [pair.slice(0, at), pair.slice(at + 1)]
}
