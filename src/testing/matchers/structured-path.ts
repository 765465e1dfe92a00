/** Where in the structured content a test looks. */
import {
  counted,
  isJsonObject,
  type JsonValue,
  listText,
  nearestNames,
  pointerSteps,
  toPointer,
  UsageError,
} from '../../base/index.js'
import { meantLines, shownLine, shownValue } from './shown-text.js'

/**
 * Reads a path: a JSON Pointer (RFC 6901) when it is empty or starts with "/", else dotted: `items[0].name`, `items.0.name`.
 * In a dotted path "." always separates and "[0]" is always an index: a key that holds one of `.`, `[` and `]` needs a pointer.
 * @returns the pointer
 * @throws UsageError USAGE for a dotted path with an empty step or a bracket without an index
 */
export function parsePath(path: string): string {
  if (path === '' || path.startsWith('/')) return toPointer(pointerSteps(path))
  if (!DOTTED.test(path))
    throw new UsageError('USAGE', `Cannot read the path ${shownValue(path, 60)}`, {
      hint: 'Write items[0].name, or a JSON Pointer: /items/0/name',
    })
  return toPointer(path.replaceAll(/\[(\d+)\]/g, '.$1').split('.'))
}

/** Why nothing stands at a pointer, and what else might have been meant: indented lines for a message. */
export function explainMissing(document: JsonValue, pointer: string, path: string): string[] {
  const steps = pointerSteps(pointer)
  const depth = depthOf(document, steps)
  const parent = stepDown(document, steps.slice(0, depth)) ?? null
  const step = steps[depth] ?? ''
  const candidates = alike(parent, step)
    .map((key) => [...steps.slice(0, depth), key, ...steps.slice(depth + 1)])
    .filter((candidate) => stepDown(document, candidate) !== undefined)
  return [
    `  ${nameOfPlace(toPointer(steps.slice(0, depth)))} ${lack(parent, step)}`,
    ...(isJsonObject(document) && Object.hasOwn(document, path)
      ? [
          `  One member is called ${shownValue(path, 40)} as a whole: write ${shownValue(toPointer([path]), 40)}`,
        ]
      : []),
    ...meantLines(
      candidates.length > 0
        ? candidates.map((each) => shownValue(toPointer(each), 60))
        : placesOfKey(document, steps),
    ),
  ].map((line) => shownLine(line))
}

/** Comparing takes the product of the lengths of two names. */
const MAX_NAMES = 500

const DOTTED = /^[^.[\]]+(?:\.[^.[\]]+|\[\d+\])*$/

/** The value at the end of the steps: own members and items only. */
function stepDown(document: JsonValue, steps: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = document
  for (const step of steps) value = membersOf(value).get(step)
  return value
}

/** How many of the steps can be gone. */
function depthOf(document: JsonValue, steps: readonly string[]): number {
  const depth = steps.findIndex((_, at) => stepDown(document, steps.slice(0, at + 1)) === undefined)
  return depth < 0 ? steps.length : depth
}

function membersOf(value: JsonValue | undefined): ReadonlyMap<string, JsonValue> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
}

function alike(parent: JsonValue, step: string): string[] {
  return Array.isArray(parent) ? [] : nearestNames(step, [...membersOf(parent).keys()].slice(0, MAX_NAMES))
}

function nameOfPlace(pointer: string): string {
  return pointer === '' ? 'The structured content' : shownValue(pointer, 40)
}

function lack(parent: JsonValue, step: string): string {
  if (Array.isArray(parent))
    return `has ${counted(parent.length, 'item')}, none with the index ${shownLine(step, 20)}`
  if (!isJsonObject(parent)) return `is ${shownValue(parent, 30)}, which has no members`
  const keys = Object.keys(parent)
  const has = keys.length === 0 ? 'it is empty' : `it has ${listText(keys, 8)}`
  return `has no member ${shownValue(step, 30)}; ${has}`
}

/** Places elsewhere whose last step is the one that was looked for. */
function placesOfKey(document: JsonValue, steps: readonly string[]): string[] {
  const wanted = steps.at(-1)
  if (wanted === undefined || /^\d+$/.test(wanted)) return []
  const found: string[] = []
  const visit = (value: JsonValue, path: readonly string[]): void => {
    for (const [key, member] of membersOf(value)) {
      if (found.length === 3) return
      if (key === wanted && !Array.isArray(value)) found.push(shownValue(toPointer([...path, key]), 60))
      visit(member, [...path, key])
    }
  }
  visit(document, [])
  return found
}
