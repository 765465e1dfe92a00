/** How far the calls of a rehearsal are those of the real run, in their order, and the arguments of those that write. */
import { isDeepStrictEqual } from 'node:util'
import {
  type JsonObject,
  type JsonValue,
  pointerSteps,
  pointersOverlap,
  valueAt,
} from '../../dist/base/index.js'
import type { ReportedCall } from '../../dist/dryrun/index.js'
import type { RunReport } from '../../dist/gateway/index.js'

type RealCall = RunReport['calls'][number]

export interface Agreement {
  /** The longest common sequence of tools. */
  readonly callsAsReal: number
  /** Of the longer one of the two. */
  readonly calls: number
  readonly argumentsAsReal: number
  /** Real calls that write. */
  readonly writes: number
}

export function agreementOf(
  rehearsed: readonly ReportedCall[],
  real: readonly RealCall[],
  writes: ReadonlySet<string>,
): Agreement {
  const pairs = commonSequence(rehearsed, real)
  const answers = new Map(pairs.map(([one, other]) => [one.n, other.value]))
  const written = pairs.filter(([{ tool }]) => writes.has(tool))
  return {
    callsAsReal: pairs.length,
    calls: Math.max(rehearsed.length, real.length),
    argumentsAsReal: written.filter(([one, other]) =>
      isDeepStrictEqual(resolved(one, answers), other.arguments),
    ).length,
    writes: real.filter(({ tool }) => writes.has(tool)).length,
  }
}

/** Pairs of calls of one tool, in the order of both. */
function commonSequence(
  rehearsed: readonly ReportedCall[],
  real: readonly RealCall[],
): readonly (readonly [ReportedCall, RealCall])[] {
  const lengths = Array.from({ length: rehearsed.length + 1 }, () =>
    new Array<number>(real.length + 1).fill(0),
  )
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0
  for (let i = rehearsed.length - 1; i >= 0; i--)
    for (let j = real.length - 1; j >= 0; j--) {
      const row = lengths[i] ?? []
      row[j] =
        rehearsed[i]?.tool === real[j]?.tool ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  const pairs: (readonly [ReportedCall, RealCall])[] = []
  let [i, j] = [0, 0]
  for (;;) {
    const [one, other] = [rehearsed[i], real[j]]
    if (one === undefined || other === undefined) return pairs
    if (one.tool === other.tool) {
      pairs.push([one, other])
      i++
      j++
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
}

/** The arguments with what is *known after call N* put in, as the server really answered; undefined where a part stays unknown. */
function resolved(call: ReportedCall, answers: ReadonlyMap<number, JsonValue>): JsonObject | undefined {
  if (call.arguments === null) return undefined
  let args: JsonValue = call.arguments
  const named = Object.entries(call.arguments_from ?? {})
  for (const [pointer, from] of named)
    args = put(args, pointerSteps(pointer), valueAt(answers.get(from.call), from.pointer) ?? null)
  const isOpen = call.unknown_at.some((at) => !named.some(([pointer]) => pointersOverlap(at, pointer)))
  return isOpen ? undefined : (args as JsonObject)
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (Array.isArray(value)) return value[Number(name)]
  return typeof value === 'object' && value !== null ? (value as JsonObject)[name] : undefined
}

function put(into: JsonValue, [part, ...rest]: readonly string[], value: JsonValue): JsonValue {
  if (part === undefined) return value
  const inner = put(memberOf(into, part) ?? null, rest, value)
  if (Array.isArray(into)) return into.map((each, i) => (String(i) === part ? inner : each))
  return { ...(into as JsonObject), [part]: inner }
}
