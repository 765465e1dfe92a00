/** What two copies answer differently to the same plan with the same seed: ids, times, hashes. */
import { isJsonObject, type JsonValue, toPointer } from '../base/index.js'
import type { Report, ReportedCall } from './report.js'

/**
 * The report with `volatile` at each call of a copy that the twin heard otherwise. Calls are the same ones by their number, tool and
 * arguments, but for what was volatile before.
 */
export function withVolatileFields(report: Report, twin: Report): Report {
  const others = new Map(twin.calls.map((call) => [call.n, call]))
  const calls = report.calls.map((call) => {
    const other = others.get(call.n)
    const places = other === undefined || other.tool !== call.tool ? [] : volatileIn(call, other)
    return places.length === 0 ? call : { ...call, volatile: places }
  })
  return { ...report, calls }
}

function volatileIn(call: ReportedCall, other: ReportedCall): readonly string[] {
  if (call.source !== 'copy' || other.source !== 'copy') return []
  return call.outcome === other.outcome ? placesThatDiffer(call.value, other.value) : ['']
}

/** JSON Pointers. A list of another length differs as a whole, and so does a member that only one of them has. */
export function placesThatDiffer(a: JsonValue, b: JsonValue): readonly string[] {
  return differences(a, b, [])
}

function differences(a: JsonValue, b: JsonValue, path: readonly string[]): readonly string[] {
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length)
    return a.flatMap((item: JsonValue, i) => differences(item, b[i] as JsonValue, [...path, `${i}`]))
  if (isJsonObject(a) && isJsonObject(b)) {
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])]
    return keys.flatMap((key) => {
      const [one, two] = [a[key], b[key]]
      return one === undefined || two === undefined
        ? [toPointer([...path, key])]
        : differences(one, two, [...path, key])
    })
  }
  return a === b ? [] : [toPointer(path)]
}
