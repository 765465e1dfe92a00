/** What a person is shown who says yes to a plan: every effect, with all of its arguments. */
import { isJsonObject, type JsonObject, type JsonValue, printable, toPointer } from '../../base/index.js'
import type { Receipt, ReceiptEffect } from './receipt.js'

/** One line for each effect, in order; calls that one place makes one after the other stand under one head. Nothing is left out. */
export function describeEffects({ effects }: Pick<Receipt, 'effects'>): readonly string[] {
  if (effects.length === 0) return ['It changes nothing: there is no call but reads.']
  return runsOf(effects).flatMap((run) => {
    const [first] = run
    if (first === undefined) return []
    const often = run.length === 1 ? '' : `, ${run.length} times`
    const where = first.place === undefined ? '' : ` at ${first.place}`
    const head = `${line(first.tool)}${where} (${first.effect}, ${WAY_BACK[first.reversible]})${often}:`
    return [head, ...run.map((each) => `  ${line(JSON.stringify(shownArguments(each)))}`)]
  })
}

const WAY_BACK = { yes: 'can be undone', no: 'cannot be undone', unknown: 'nobody knows a way back' } as const

function runsOf(effects: readonly ReceiptEffect[]): readonly (readonly ReceiptEffect[])[] {
  const runs: ReceiptEffect[][] = []
  for (const effect of effects) {
    const last = runs.at(-1)
    const [like] = last ?? []
    if (last !== undefined && like?.tool === effect.tool && like.place === effect.place) last.push(effect)
    else runs.push([effect])
  }
  return runs
}

/** Where something is not known yet, or secret, words say so. */
function shownArguments(effect: ReceiptEffect): JsonValue {
  return show(effect.arguments, [])

  function show(value: JsonValue, path: readonly (string | number)[]): JsonValue {
    const pointer = toPointer(path)
    const known = own(effect.known_after, pointer)
    if (known !== undefined)
      return `${known.before ?? ''}(what call ${known.call} answers at ${known.pointer || 'its top'})${known.after ?? ''}`
    if (own(effect.secret, pointer) !== undefined) return '(a secret)'
    const from = own(effect.unknown, pointer)
    if (from !== undefined)
      return (own(effect.unknown_within, pointer) ?? ['', '']).join(
        `(a part of what call ${from.join(' or ')} answers)`,
      )
    if (Array.isArray(value)) return value.map((item: JsonValue, i) => show(item, [...path, i]))
    if (!isJsonObject(value)) return value
    return shownMembers(value, path)
  }

  function shownMembers(object: JsonObject, path: readonly (string | number)[]): JsonObject {
    return Object.fromEntries(
      Object.entries(object).map(([key, member]) => [key, show(member, [...path, key])]),
    )
  }
}

function own<Value>(map: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined
}

function line(text: string): string {
  return printable(text, { oneLine: true })
}
