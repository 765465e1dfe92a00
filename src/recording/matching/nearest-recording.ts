/** Which recording comes nearest to a request that has none, and what tells them apart: for errors, never for answers. */
import {
  isJsonObject,
  isSameJson,
  type JsonObject,
  type JsonValue,
  printable,
  shorten,
  toPointer,
} from '../../base/index.js'
import type { Recording } from '../recording.js'

/** A request as it would be recorded: secrets replaced. */
export interface Asked {
  readonly method: string
  readonly params?: JsonObject
}

export interface Nearest {
  readonly recording: Recording
  /** A line each, such as `/arguments/path: asked "b.txt", recorded "a.txt"`; the first twenty. Empty when all is the same. */
  readonly differences: readonly string[]
}

/**
 * The recording with the fewest differences: one of the same tool, prompt or resource before any other of the same method, of two
 * that are equally near the later one. Undefined when nothing of that method was recorded.
 */
export async function nearestRecording(
  asked: Asked,
  recordings: Iterable<Recording> | AsyncIterable<Recording>,
): Promise<Nearest | undefined> {
  let nearest: Recording | undefined
  let least = Number.POSITIVE_INFINITY
  for await (const recording of recordings) {
    if (recording.method !== asked.method) continue
    const distance = distanceOf(asked, recording)
    if (distance > least) continue
    least = distance
    nearest = recording
  }
  return nearest && { recording: nearest, differences: differencesBetween(asked.params, nearest.params) }
}

function distanceOf(asked: Asked, recording: Recording): number {
  const isOther = TARGETS.some((key) => !isSameJson(asked.params?.[key], recording.params?.[key]))
  return differencesOf(meantBy(asked.params), meantBy(recording.params), []).length + (isOther ? FAR : 0)
}

function differencesBetween(asked: JsonObject | undefined, recorded: JsonObject | undefined): string[] {
  return differencesOf(meantBy(asked), meantBy(recorded), []).slice(0, MAX_TOLD).map(describe)
}

/** What is new with each request says nothing of what was asked. */
function meantBy({ _meta: _envelope, ...params }: JsonObject = {}): JsonObject {
  return params
}

interface Difference {
  readonly path: readonly (string | number)[]
  readonly asked: JsonValue | undefined
  readonly recorded: JsonValue | undefined
}

function differencesOf(
  asked: JsonValue | undefined,
  recorded: JsonValue | undefined,
  path: readonly (string | number)[],
): Difference[] {
  if (isSameJson(asked, recorded)) return []
  if (Array.isArray(asked) && Array.isArray(recorded)) {
    const [longer] = [asked, recorded].sort((a, b) => b.length - a.length)
    return (longer ?? []).flatMap((_, i) => differencesOf(asked[i], recorded[i], [...path, i]))
  }
  if (isJsonObject(asked) && isJsonObject(recorded)) {
    const keys = new Set([...Object.keys(asked), ...Object.keys(recorded)])
    return [...keys].flatMap((key) =>
      differencesOf(ownMember(asked, key), ownMember(recorded, key), [...path, key]),
    )
  }
  return [{ path, asked, recorded }]
}

function ownMember(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

function describe({ path, asked, recorded }: Difference): string {
  const where = shorten(printable(toPointer(path), { oneLine: true }), 120)
  return `${where}: asked ${shown(asked)}, recorded ${shown(recorded)}`
}

function shown(value: JsonValue | undefined): string {
  return value === undefined
    ? 'nothing'
    : shorten(printable(JSON.stringify(value), { oneLine: true }), MAX_SHOWN)
}

/** Members of params that say what is asked for. */
const TARGETS = ['name', 'uri', 'ref']

/** More than any recording has differences. */
const FAR = 1e9
const MAX_TOLD = 20
const MAX_SHOWN = 80
