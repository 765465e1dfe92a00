/** The matchers as functions that test frameworks take. */
import { isSameJson, type JsonValue } from '../../base/index.js'
import { createSchemaCompiler, type SchemaCompiler } from '../../schema/index.js'
import { reportVacuity } from '../vacuity/report-vacuity.js'
import type { VacuityLog } from '../vacuity/vacuity-log.js'
import { DEFINITIONS } from './definitions.js'
import type { Matcher, MatcherContext, MatcherResult } from './matcher.js'

/** What is written between the parentheses of a matcher. */
export type ArgumentsOf<Name extends MatcherName> =
  (typeof DEFINITIONS)[Name] extends Matcher<infer _, infer Arguments> ? Arguments : never

/** What a matcher looks at. */
export type SubjectOf<Name extends MatcherName> =
  (typeof DEFINITIONS)[Name] extends Matcher<infer Subject, infer _> ? Subject : never

export type MatcherName = keyof typeof DEFINITIONS

/** The methods of a chain, for the types of a test framework: `interface Matchers<T> extends MatcherMethods<T> {}`. */
export type MatcherMethods<Result> = {
  [Name in MatcherName]: (...args: ArgumentsOf<Name>) => Result
}

/** For `expect.extend(matchers)` of vitest and jest; `this` is read where it is a context of theirs. */
export type Matchers = {
  readonly [Name in MatcherName]: (
    this: unknown,
    received: unknown,
    ...args: ArgumentsOf<Name>
  ) => MatcherResult | Promise<MatcherResult>
}

/** The matchers without a vacuity check. */
export const matchers: Matchers = createMatchers()

/**
 * Makes the matchers. Each takes what `callTool` resolves with, or the promise of it, and then answers with a promise; a promise
 * that rejects rejects with its own error. Each throws UsageError USAGE for a received value or arguments that cannot be meant,
 * behind `.not` too.
 * With `vacuity`, what passed is also run on control answers, unless it stands behind `.not`: what passes there too goes to the
 * log, and does not pass where the log's mode is `error`.
 */
export function createMatchers(options: { readonly vacuity?: VacuityLog } = {}): Matchers {
  const compiler = createSchemaCompiler()
  const entries = Object.entries(DEFINITIONS).map(([name, definition]) => [
    name,
    // Each definition reads its own subject and is given its own arguments: the table's type pairs them, a loop cannot.
    asFunction(
      name,
      definition as unknown as Matcher<unknown, readonly unknown[]>,
      compiler,
      options.vacuity,
    ),
  ])
  // One function for each definition, with its arguments.
  return Object.fromEntries(entries) as Matchers
}

function asFunction(
  name: string,
  matcher: Matcher<unknown, readonly unknown[]>,
  compiler: SchemaCompiler,
  vacuity: VacuityLog | undefined,
): (this: unknown, received: unknown, ...args: readonly unknown[]) => MatcherResult | Promise<MatcherResult> {
  return function (received, ...args) {
    const context = { ...lentBy(this), compiler }
    const judge = (settled: unknown): MatcherResult => {
      const subject = matcher.read(settled, name)
      const result = matcher.judge(subject, args, context)
      if (vacuity === undefined || context.isNot || !result.pass) return result
      return reportVacuity({ name, matcher, subject, args, context, result }, vacuity)
    }
    return isPromiseLike(received) ? Promise.resolve(received).then(judge) : judge(received)
  }
}

/** Frameworks lend `isNot` and `equals`; called as a plain function there is neither. */
function lentBy(lent: unknown): Omit<MatcherContext, 'compiler'> {
  const given = typeof lent === 'object' && lent !== null ? lent : {}
  return {
    isNot: 'isNot' in given && given.isNot === true,
    equals: 'equals' in given && isEquality(given.equals) ? given.equals : sameJson,
  }
}

function isEquality(value: unknown): value is MatcherContext['equals'] {
  return typeof value === 'function'
}

/** For values that are JSON; what is not, such as a Date, equals nothing. */
function sameJson(actual: unknown, expected: unknown): boolean {
  // What an answer holds came as JSON, or is not there.
  return actual === expected || (isJson(expected) && isSameJson(actual as JsonValue | undefined, expected))
}

function isJson(value: unknown): value is JsonValue {
  if (Array.isArray(value)) return Array.from<unknown>(value).every(isJson)
  if (isPlainObject(value)) return Object.values(value).every(isJson)
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  )
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Something to be awaited. */
export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
