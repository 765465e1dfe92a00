/** What an answer of an overlay may be as well: what the program wrote stands, and what nobody said varies. */
import { isJsonObject, isSameJson, type JsonObject, type JsonValue, valueAt } from '../../base/index.js'
import { type Answer, outcomeValue } from '../../call/index.js'
import { replaceAt } from '../places.js'
import { grownShape, sameShape } from '../shapes/shape-like.js'
import { uniqueNumber, uniqueText } from '../unique-values.js'
import type { Reply } from './played.js'
import { type KnownOfAnswer, type VariedAnswer, varyAnswer } from './varied-answer.js'
import type { Hints } from './varied-texts.js'

/** The answer to a write, of which is known what it says, has no other values: it may only fail. */
export function varyOverlaid(known: KnownOfAnswer, answer: Answer, hints: Hints): VariedAnswer {
  const { base } = known
  const { inventedAt = [] } = answer.provenance
  // What was written has the shape that it was written in: only its values are guessed.
  const isDeclared = known.shape?.source === 'schema'
  const grown = answer.mayGrow === true && !isDeclared && isJsonObject(base) ? base : undefined
  if (grown !== undefined) return varyGrown({ ...known, base: grown }, inventedAt, hints)
  const written = base === undefined ? undefined : sameShape(base)
  const shape = isDeclared ? known.shape : written
  const varied = varyAnswer({ ...known, shape }, hints)
  if (base === undefined || inventedAt.length === 0)
    return { ...varied, ...NOTHING_ELSE, allows: (value) => isSameJson(value, base) }
  const keeps = (value: JsonValue): boolean =>
    answer.isPossible?.(value) ?? isSameJson(blank(value, inventedAt), blank(base, inventedAt))
  const allows = (value: JsonValue): boolean => keeps(value) && varied.allows(value)
  if (answer.orElse !== undefined)
    return { ...varied, ...NOTHING_ELSE, allows, isListed: true, replies: ordersOf(answer) }
  const values = varied.replies.flatMap((reply) =>
    reply.kind === 'value' ? [overlaid(base, reply.value, inventedAt)] : [],
  )
  const different = values.filter(
    (value, i) =>
      !isSameJson(value, base) && allows(value) && values.findIndex((each) => isSameJson(each, value)) === i,
  )
  const tellingValues = () =>
    varied
      .tellingValues()
      .map((group) => group.map((value) => overlaid(base, value, inventedAt)).filter(allows))
  return { ...varied, allows, replies: different.map((value) => ({ kind: 'value', value })), tellingValues }
}

/** A record: what was written stands in it, all else may be another value, what was null may be anything, and there may be members more. */
function varyGrown(
  known: KnownOfAnswer & { readonly base: JsonObject },
  inventedAt: readonly string[],
  hints: Hints,
): VariedAnswer {
  const { base, name } = known
  const written = blank(base, inventedAt)
  const kept: JsonObject = isJsonObject(written) ? written : base
  const varied = varyAnswer({ ...known, shape: grownShape(base) }, hints)
  const allows = (value: JsonValue): boolean =>
    isJsonObject(value) && isSameJson({ ...value, ...kept }, value) && varied.allows(value)
  const over = (value: JsonValue): JsonValue => (isJsonObject(value) ? { ...value, ...kept } : base)
  const nulls = inventedAt.filter((pointer) => valueAt(base, pointer) === null)
  const filled = [uniqueText(`null ${name}`), uniqueNumber(name), {}].map((each) =>
    nulls.reduce<JsonValue>((record, pointer) => replaceAt(record, pointer, each), base),
  )
  const told = varied.replies.flatMap((reply) => (reply.kind === 'value' ? [over(reply.value)] : []))
  const different = [...filled, ...told].filter(
    (value, i, all) =>
      !isSameJson(value, base) && allows(value) && all.findIndex((each) => isSameJson(each, value)) === i,
  )
  const tellingValues = () => varied.tellingValues().map((group) => group.map(over).filter(allows))
  return { ...varied, allows, replies: different.map((value) => ({ kind: 'value', value })), tellingValues }
}

const NOTHING_ELSE: Pick<VariedAnswer, 'replies' | 'tellingValues'> = {
  replies: [],
  tellingValues: () => [],
}

function ordersOf({ orElse = [] }: Answer): readonly Reply[] {
  return orElse.flatMap((outcome, i): Reply[] =>
    outcome.kind === 'result' ? [{ kind: 'value', value: outcomeValue(outcome), orElse: i }] : [],
  )
}

function overlaid(base: JsonValue, value: JsonValue, inventedAt: readonly string[]): JsonValue {
  return inventedAt.reduce<JsonValue>(
    (each, pointer) => replaceAt(each, pointer, valueAt(value, pointer)),
    base,
  )
}

function blank(value: JsonValue, inventedAt: readonly string[]): JsonValue {
  return inventedAt.reduce<JsonValue>((each, pointer) => replaceAt(each, pointer, undefined), value)
}
