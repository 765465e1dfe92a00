/** Did a server say or ask something, by method and parameters? */
import { counted, type JsonObject, nearestNames, ownMember, UsageError } from '../../base/index.js'
import { COLUMNS, meantLines, shownLine, shownValue } from './shown-text.js'

/** What a server said: a notification or a request. */
export interface Heard {
  readonly method: string
  readonly params: JsonObject
}

/** A condition on the parameters: members that they must have (asymmetric matchers work), or a function. */
export type Where = Readonly<Record<string, unknown>> | ((params: JsonObject) => boolean)

/** Those of the method that fulfil the condition. @throws UsageError USAGE for an empty method or a condition of another type */
export function heardWhere(
  heard: readonly Heard[],
  method: string,
  where: Where | undefined,
  equals: (actual: unknown, expected: unknown) => boolean,
): readonly Heard[] {
  if (typeof method !== 'string' || method === '')
    throw new UsageError('USAGE', `Cannot look for the method ${shownValue(method, 40)}`)
  if (where !== undefined && typeof where !== 'function' && (typeof where !== 'object' || where === null))
    throw new UsageError(
      'USAGE',
      `Cannot use ${shownValue(where, 40)} as a condition: give members or a function`,
    )
  return heard.filter((each) => each.method === method && fulfils(each.params, where, equals))
}

/** Indented lines: what came instead, and which method may have been meant. */
export function heardInstead(heard: readonly Heard[], method: string): string[] {
  const same = heard.filter((each) => each.method === method).slice(-3)
  if (same.length > 0) return same.map(({ params }) => `  Came with ${shownValue(params, COLUMNS - 12)}`)
  const counts = new Map<string, number>()
  for (const each of heard) counts.set(each.method, (counts.get(each.method) ?? 0) + 1)
  const nearest = [...counts.keys()].filter((each) => each === `notifications/${method}`)
  const meant = nearest.length > 0 ? nearest : nearestNames(method, counts.keys())
  return [
    ...meantLines(meant.map((each) => shownValue(each, 50))),
    ...[...counts].slice(0, 8).map(([each, count]) => `  Came: ${each} (${counted(count, 'time')})`),
  ].map((line) => shownLine(line))
}

/** ` with {"level":"info"}`, ` where params => …`, or nothing. */
export function describeWhere(where: Where | undefined): string {
  if (where === undefined) return ''
  return typeof where === 'function' ? ' that fulfils the condition' : ` with ${shownValue(where, 40)}`
}

function fulfils(
  params: JsonObject,
  where: Where | undefined,
  equals: (actual: unknown, expected: unknown) => boolean,
): boolean {
  if (where === undefined) return true
  if (typeof where === 'function') return where(params)
  return Object.entries(where).every(([key, value]) => equals(ownMember(params, key), value))
}
