/** What a person is shown who says yes to a plan: every effect, with all of its arguments. */
import {
  counted,
  groupBy,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownMember,
  printable,
  toPointer,
} from '../../base/index.js'
import type { ToolRef } from '../../call/index.js'
import type { Receipt, ReceiptEffect } from './receipt.js'

/** One line for each effect, in order; calls that one place makes one after the other stand under one head. Nothing is left out. */
export function describeEffects({ effects }: Pick<Receipt, 'effects'>): readonly string[] {
  if (effects.length === 0) return ['It changes nothing: there is no call but reads.']
  const lines = runsOf(effects).flatMap((run) => {
    const [first] = run
    if (first === undefined) return []
    const often = run.length === 1 ? '' : `, ${run.length} times`
    const where = first.place === undefined ? '' : ` at ${first.place}`
    const head = `${line(first.tool)}${where} (${first.effect}, ${wayBackOf(first)})${often}:`
    return [head, ...run.map((each) => `  ${line(JSON.stringify(shownArguments(each)))}`)]
  })
  return [...lines, ...describeWaysBack(effects)]
}

/** Effects whose former bytes do not bring back what was, by number. */
export function withoutWayBack({ effects }: Pick<Receipt, 'effects'>): readonly {
  readonly call: number
  readonly tool: ToolRef
  readonly why: string
}[] {
  return effects.flatMap(({ call, tool, no_way_back: why }) =>
    why === undefined ? [] : [{ call, tool, why }],
  )
}

/** How many there are, and which; those of one tool for one reason stand together. */
function describeWaysBack(effects: readonly ReceiptEffect[]): readonly string[] {
  const without = withoutWayBack({ effects })
  if (without.length === 0)
    return ['Every effect has a way back: understudy runs undo puts back the former bytes.']
  const alike = groupBy(without, ({ tool, why }) => `${tool}: ${why}`)
  return [
    `${without.length} of ${counted(effects.length, 'effect')} ${without.length === 1 ? 'has' : 'have'} no way back:`,
    ...[...alike].map(
      ([what, effects]) =>
        `  ${effects.length === 1 ? 'call' : 'calls'} ${effects.map(({ call }) => call).join(', ')}, ${line(what)}`,
    ),
  ]
}

function wayBackOf({ no_way_back: none, reversible }: ReceiptEffect): string {
  return none === undefined ? 'can be taken back' : WAY_BACK[reversible]
}

const WAY_BACK = { yes: 'can be undone', no: 'cannot be undone', unknown: 'nobody knows a way back' } as const

function runsOf(effects: readonly ReceiptEffect[]): readonly (readonly ReceiptEffect[])[] {
  const runs: ReceiptEffect[][] = []
  for (const effect of effects) {
    const last = runs.at(-1)
    const [like] = last ?? []
    if (last !== undefined && like !== undefined && isAlike(like, effect)) last.push(effect)
    else runs.push([effect])
  }
  return runs
}

function isAlike(a: ReceiptEffect, b: ReceiptEffect): boolean {
  return a.tool === b.tool && a.place === b.place && wayBackOf(a) === wayBackOf(b)
}

/** Where something is not known yet, or secret, words say so. */
function shownArguments(effect: ReceiptEffect): JsonValue {
  return show(effect.arguments, [])

  function show(value: JsonValue, path: readonly (string | number)[]): JsonValue {
    const pointer = toPointer(path)
    const known = ownMember(effect.known_after, pointer)
    if (known !== undefined)
      return `${known.before ?? ''}(${known.word === undefined ? 'what' : `word ${known.word + 1} of what`} call ${known.call} answers at ${known.pointer || 'its top'})${known.after ?? ''}`
    if (ownMember(effect.secret, pointer) !== undefined) return '(a secret)'
    const from = ownMember(effect.unknown, pointer)
    if (from !== undefined)
      return (ownMember(effect.unknown_within, pointer) ?? ['', '']).join(
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

function line(text: string): string {
  return printable(text, { oneLine: true })
}
