/** Values that can be compared from run to run: for snapshots. */
import { byText, isJsonObject, type JsonValue, toPointer, UsageError } from '../../base/index.js'
import { isMcpResponse, type MCPResponse } from '../client/mcp-response.js'
import { shownValue } from './shown-text.js'
import { createVolatileTexts, type VolatileTexts } from './volatile-texts.js'

export interface NormaliseOptions {
  /**
   * What differs from run to run beside the usual: a JSON Pointer for the value at one place, a name for every member that is
   * called so, an expression for parts of texts. They become `<volatile>`; the parts are numbered.
   */
  readonly volatile?: readonly (string | RegExp)[]
}

/**
 * A fresh copy with names in place of what differs from run to run: times as ISO 8601, HTTP and
 * JavaScript's `Date` write them `<time:1>`, UUIDs `<uuid:1>`, temporary
 * folders `<temp:1>`, ports of the own machine `localhost:<port:1>`, hexadecimal digests of 32 digits or more `<hex:1>`; in names of
 * members too. Equal ones have one number. Of members named as durations (`durationMs`, `elapsed`, `took` …) the number or the text
 * such as "12 ms" becomes `<duration>`. Members are in the order of their names.
 * @throws UsageError USAGE for an entry of `volatile` that would name everything: an empty text or expression
 */
export function normalise(value: JsonValue, options: NormaliseOptions = {}): JsonValue {
  const { volatile = [] } = options
  if (volatile.some((each) => each === '' || String(each) === '/(?:)/'))
    throw new UsageError('USAGE', `Cannot take ${shownValue('')} for volatile: it would name everything`)
  const texts = createVolatileTexts(volatile.filter((each) => each instanceof RegExp))
  const places = volatile.filter((each) => typeof each === 'string')
  return copy(value, { texts, places: new Set(places) }, [])
}

/** What an answer says, normalised: kind, content and structured content, or code, message and data. */
export function normalised(response: MCPResponse, options: NormaliseOptions = {}): JsonValue {
  if (!isMcpResponse(response))
    throw new UsageError('USAGE', 'Cannot normalise what is no answer', {
      hint: 'For plain values: normalise',
    })
  // Outcomes were read from JSON, and hold nothing else.
  return normalise(response.outcome as unknown as JsonValue, options)
}

interface Volatiles {
  readonly texts: VolatileTexts
  readonly places: ReadonlySet<string>
}

function copy(value: JsonValue, volatiles: Volatiles, path: readonly string[]): JsonValue {
  const key = path.at(-1)
  const { places } = volatiles
  if (places.size > 0 && (places.has(toPointer(path)) || (key !== undefined && places.has(key))))
    return '<volatile>'
  if (typeof value === 'string' || typeof value === 'number')
    return key !== undefined && isDuration(key, value) ? '<duration>' : named(value, volatiles.texts)
  if (Array.isArray(value)) return value.map((item, at) => copy(item, volatiles, [...path, String(at)]))
  if (!isJsonObject(value)) return value
  const members = Object.entries(value)
    .map(([name, member]) => ({ name, member, rank: volatiles.texts.withoutNumbers(name) }))
    .sort((a, b) => byText(a.rank, b.rank))
  return Object.fromEntries(
    members.map(({ name, member }) => [
      volatiles.texts.replace(name),
      copy(member, volatiles, [...path, name]),
    ]),
  )
}

function named(value: string | number, texts: VolatileTexts): string | number {
  return typeof value === 'string' ? texts.replace(value) : value
}

function isDuration(key: string, value: string | number): boolean {
  return isDurationName(key) && (typeof value === 'number' || DURATION_TEXT.test(value))
}

/** `durationMs`, `elapsed_time`, `took`; `timeoutMs` and `ttl` are settings, and stay. */
function isDurationName(key: string): boolean {
  const words = key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
  const [last = '', before = ''] = words.filter((word, at) => at === 0 || !UNITS.has(word)).reverse()
  return DURATIONS.has(last) || (last === 'time' && TIMED.has(before))
}

const UNITS: ReadonlySet<string> = new Set([
  'ns',
  'us',
  'ms',
  's',
  'sec',
  'secs',
  'seconds',
  'millis',
  'milliseconds',
  'micros',
  'nanos',
])
const DURATIONS: ReadonlySet<string> = new Set(['duration', 'elapsed', 'took', 'latency', 'uptime'])
const TIMED: ReadonlySet<string> = new Set(['elapsed', 'response', 'execution', 'processing', 'run', 'total'])
const DURATION_TEXT = /^[\d.,]+\s*(?:ns|µs|us|ms|s|secs?|seconds?|milliseconds?|m|mins?|minutes?|h|hours?)$/i
