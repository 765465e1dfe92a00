/** What an answer of an overlay may be as well: what the program wrote stands, and what nobody said varies. */
import { isSameJson, type JsonValue, valueAt } from '../../base/index.js'
import { type Answer, outcomeValue } from '../../call/index.js'
import { replaceAt } from '../places.js'
import { sameShape } from '../shapes/shape-like.js'
import type { Reply } from './played.js'
import { type KnownOfAnswer, type VariedAnswer, varyAnswer } from './varied-answer.js'
import type { Hints } from './varied-texts.js'

/** The answer to a write, of which is known what it says, has no other values: it may only fail. */
export function varyOverlaid(known: KnownOfAnswer, answer: Answer, hints: Hints): VariedAnswer {
  const { base } = known
  const { inventedAt = [] } = answer.provenance
  // What was written has the shape that it was written in: only its values are guessed.
  const written = base === undefined ? undefined : sameShape(base)
  const shape = known.shape?.source === 'schema' ? known.shape : written
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
