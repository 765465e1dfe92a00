/** What operations were given and what they gave, as digests: enough to tell whether either moves from one run to the next. */
import { encodeOperand } from './operands.js'
import {
  bare,
  charCodeAt,
  hasOwn,
  imul,
  isArray,
  isInstance,
  mapClear,
  mapGet,
  mapSet,
  NativeDate,
  NativeMap,
  NativeRegExp,
  NativeSet,
  numberToText,
  textSlice,
} from './primordials.js'

export interface ValueLog {
  begin(): void
  /** `given`: what the operation was done to, or the first that a function was given. */
  note(id: number, operation: string, given: string, operands: string, result: unknown): void
  /** What was noted since it was last asked, as the items of a list: `[id, operands, result, is it what was given]`, once each. */
  told(): string
}

export function createValueLog(): ValueLog {
  const counts = new NativeMap<number, number>()
  const noted = new NativeMap<string, boolean>()
  let log = ''
  return {
    begin() {
      mapClear(counts)
      mapClear(noted)
      log = ''
    },
    note(id, operation, given, operands, result) {
      const before = mapGet(counts, id) ?? 0
      if (before >= MOST_EACH) return
      const isOpaqueResult = isOpaque(result)
      const text = encodeOperand(result)
      const isGiven =
        text === given && (isOpaqueResult ? hasOwn(TAKES_AWAY, operation) : !hasOwn(GIVES_BACK, operation))
      const entry = `[${id},"${digest(operands)}","${isOpaqueResult ? OPAQUE : digest(text)}",${isGiven}]`
      if (mapGet(noted, entry) === true) return
      mapSet(noted, entry, true)
      mapSet(counts, id, before + 1)
      log += `${log === '' ? '' : ','}${entry}`
    },
    told() {
      const text = log
      log = ''
      return text
    },
  }
}

/** Of one operation: a list of which more items are looked at is told by these. */
const MOST_EACH = 40

/** Of a list of objects these take items away, or none. */
const TAKES_AWAY = bare({ slice: 1, filter: 1, toSpliced: 1, splice: 1 })

/** They give back what is in order as it is, or what was tried and is not. */
const GIVES_BACK = bare({
  ...{
    toString: 1,
    valueOf: 1,
    Number: 1,
    concat: 1,
    flat: 1,
    round: 1,
    floor: 1,
    ceil: 1,
    trunc: 1,
    abs: 1,
    'slice()': 1,
  },
})

/** Stands for a result that is not looked into. */
const OPAQUE = 'object'

/** What a value is told as, where an operation is given it: of what only asks for a kind of value, the kind. */
export function givenTo(operation: string, value: unknown): string {
  return operation === 'isArray' ? `"${isArray(value) ? 'list' : typeof value}"` : encodeOperand(value)
}

export function itemAt(holder: string | readonly unknown[], i: number): unknown {
  if (typeof holder !== 'string') return hasOwn(holder, i) ? holder[i] : undefined
  return i >= 0 && i < holder.length ? textSlice(holder, i, i + 1) : undefined
}

/** Objects that are told by what they hold. */
function isReadable(value: object): boolean {
  return (
    isInstance(NativeDate, value) ||
    isInstance(NativeSet, value) ||
    isInstance(NativeMap, value) ||
    isInstance(NativeRegExp, value)
  )
}

function isOpaque(value: unknown): boolean {
  if (typeof value === 'function') return true
  if (typeof value !== 'object' || value === null) return false
  if (!isArray(value)) return !isReadable(value)
  for (let i = 0; i < value.length && i < MOST_EACH; i++)
    if (typeof itemAt(value, i) === 'object' && itemAt(value, i) !== null) return true
  return false
}

/** 64 bits of a text, for telling it from others (two FNV-1a with different starts). */
function digest(text: string): string {
  let a = 0x811c9dc5
  let b = 0x9747b28c
  for (let i = 0; i < text.length; i++) {
    const code = charCodeAt(text, i)
    a = imul(a ^ code, 0x01000193)
    b = imul(b ^ code, 0x85ebca6b)
  }
  return `${numberToText(a >>> 0, 36)}.${numberToText(b >>> 0, 36)}`
}
