/**
 * Sees how the conditions of a program come out, and from what. The program's text calls it where the host has put it; it gives back
 * what it is given. A program that calls it by itself deceives itself alone: nothing but the word on guesses hangs on what is seen.
 */
import { compared, isConverted, isObject, saysYes } from './comparisons.js'
import { markAppended, markFormatted, markItems, markPart, markReplacement, markSum } from './marks.js'
import {
  encodeOperand,
  HIDDEN,
  isWatchable,
  keysOperand,
  madeOf,
  memberOperands,
  unorderedOperand,
} from './operands.js'
import {
  bare,
  freeze,
  hasOwn,
  isArray,
  mapClear,
  mapForEach,
  mapGet,
  mapSet,
  NativeMap,
  objectPrototype,
  reflectApply,
  toText,
} from './primordials.js'
import { RANGES } from './ranges.js'
import type { AnyFunction } from './replace.js'
import { eachTaken } from './taken-members.js'
import { createValueLog, givenTo, itemAt } from './value-log.js'

export interface Watcher {
  /** What the text calls. */
  readonly entry: object
  begin(): void
  /** What was seen since it was last asked, as the members of a message. */
  told(isOver: boolean): string
}

/** In whichever order a list comes, it is put in the same one, and all of it holds, or some. */
const ORDERLESS = bare({ sort: 1, toSorted: 1, some: 1, every: 1 })

/** What an operation was given, until it is known what it gave. */
interface OpenValue {
  readonly operation: string
  /** What it is done to. */
  readonly subject: string
  /** All that it is given. */
  operands: string
  /** The first of its arguments. */
  first: string | undefined
  /** The same operation further out, where it calls itself. */
  readonly outer: OpenValue | undefined
}

/** What a method was called on, until it is known what it gave. */
interface OpenCall {
  readonly method: string
  readonly subject: unknown
  readonly isWatched: boolean
  operands: string
}

export function createWatcher(): Watcher {
  const counts = new NativeMap<number, number>()
  const open = new NativeMap<number, OpenCall>()
  const subjects = new NativeMap<number, unknown>()
  const openValues = new NativeMap<number, OpenValue | undefined>()
  const values = createValueLog()
  let log = ''
  let written = 0
  let cut = false
  const entry = bare({
    /** A test: whether a value counts as true. */
    t(id: number, value: unknown): unknown {
      note(id, 'truth', isTrue(value), () => encodeOperand(value))
      return value
    },
    /** Whether there is a value. */
    n(id: number, value: unknown): unknown {
      note(id, 'nullish', value === undefined || value === null, () => encodeOperand(value))
      return value
    },
    /** How long something waits: it comes out one way alone, and is open where it moves. */
    h(id: number, value: unknown): unknown {
      note(id, 'timer', true, () => encodeOperand(value))
      return value
    },
    /** A comparison. */
    c(id: number, operator: string, left: unknown, right: unknown): boolean {
      const outcome = compared(operator, left, right)
      note(id, operator, outcome, () =>
        isConverted(operator, left, right) ? HIDDEN : `${encodeOperand(left)},${encodeOperand(right)}`,
      )
      return outcome
    },
    /** What a `switch` looks at, and what each case holds against it. */
    d(id: number, value: unknown): unknown {
      mapSet(subjects, id, value)
      return value
    },
    k(id: number, of: number, value: unknown): unknown {
      const subject = mapGet(subjects, of)
      note(id, '===', subject === value, () => `${encodeOperand(subject)},${encodeOperand(value)}`)
      return value
    },
    /** A method that asks something: what it is asked of, with what, and what it says. */
    o(id: number, method: string, subject: unknown): unknown {
      // Of nothing nothing is asked: the chain ends.
      const isWatched = subject === undefined || subject === null || isWatchable(subject)
      mapSet(open, id, { method, subject, isWatched, operands: '' })
      return subject
    },
    a(id: number, value: unknown): unknown {
      const call = mapGet(open, id)
      if (call?.isWatched === true) call.operands += `,${encodeOperand(value)}`
      return value
    },
    r(id: number, result: unknown): unknown {
      const call = mapGet(open, id)
      if (call?.isWatched !== true) return result
      note(id, call.method, saysYes(call, result), () => `${encodeOperand(call.subject)}${call.operands}`)
      return result
    },
    /** The same with a look at what it is asked of is made of alone: the end of a chain that may end early. */
    b(id: number, method: string, result: unknown, from: unknown): unknown {
      note(id, method, isTrue(result) && result !== -1, () => madeOf(from))
      return result
    },
    /** The same in the midst of one: what comes of it is not seen. */
    u(id: number, method: string, from: unknown, value: unknown): unknown {
      note(id, method, true, () => `${madeOf(from)},${encodeOperand(value)}`)
      return value
    },
    /** In the place of what cannot be looked at. */
    H: bare({}),
    /** A member whose name is computed. */
    i(id: number, holder: unknown): unknown {
      mapSet(subjects, id, holder)
      return holder
    },
    j(id: number, key: unknown): unknown {
      const holder = mapGet(subjects, id)
      const isItem = typeof key === 'number' && (typeof holder === 'string' || isArray(holder))
      if (!isItem && (typeof key === 'string' || typeof key === 'number') && isObject(holder))
        note(id, 'member', hasOwn(holder, key), () => `${keysOperand(holder)},${encodeOperand(toText(key))}`)
      if (isItem)
        guarded(() =>
          values.note(id, 'item', '', `${encodeOperand(holder)},${toText(key)}`, itemAt(holder, key)),
        )
      return key
    },
    /** A member by a name that stands in the text, of an object with names that may not: whether it is there, and what. */
    m(id: number, name: string, holder: unknown): unknown {
      if (isObject(holder) && !isArray(holder) && !hasOwn(objectPrototype, name))
        guarded(() => {
          const isHeld = hasOwn(holder, name)
          note(id, isHeld ? 'held' : 'name', isHeld, () => memberOperands(holder, name))
        })
      return holder
    },
    /** A number that a method takes between two others, and throws for any else. */
    l(id: number, method: string, value: unknown): unknown {
      const range = mapGet(RANGES, method)
      if (range === undefined || typeof value !== 'number') return value
      note(id, '>=', value >= range.least, () => `${encodeOperand(value)},${range.least}`)
      note(id, '<=', value <= range.most, () => `${encodeOperand(value)},${range.most}`)
      return value
    },
    /** Members that a pattern takes of a value, and of what a function is given. */
    g(looks: Parameters<typeof eachTaken>[0], value: unknown): unknown {
      guarded(() => eachTaken(looks, value, entry.m))
      return value
    },
    y(looks: Parameters<typeof eachTaken>[0], self: unknown, given: unknown[], call: AnyFunction): unknown {
      guarded(() => eachTaken(looks, given, entry.m))
      return reflectApply(call, self, given)
    },
    /** An operation that makes a value: what it is done to, what with, and what it gives. */
    p(id: number, operation: string, subject: unknown): unknown {
      const opened = openValue(id, operation, given(operation, subject))
      if (hasOwn(ORDERLESS, operation) && isArray(subject))
        guarded(() => {
          opened.operands = unorderedOperand(subject)
        })
      return subject
    },
    q(id: number, value: unknown): unknown {
      const operation = mapGet(openValues, id) ?? openValue(id, 'new', '')
      const text = given(operation.operation, value)
      operation.operands += `,${text}`
      operation.first ??= text
      return value
    },
    v(id: number, result: unknown): unknown {
      const operation = mapGet(openValues, id)
      mapSet(openValues, id, operation?.outer)
      if (operation !== undefined) noteOperation(id, operation, result)
      return result
    },
    /** What becomes a part of a text, in the one in which such places are marked: a part, one that replaces, a sum, one that is appended, a list that is joined, a number in a form. */
    X: markPart,
    W: markReplacement,
    P: markSum,
    Q: markAppended,
    L: markItems,
    F: markFormatted,
  })
  return {
    entry: freeze(entry),
    begin() {
      mapClear(counts)
      mapClear(open)
      mapClear(subjects)
      mapClear(openValues)
      values.begin()
      log = ''
      written = 0
      cut = false
    },
    told(isOver) {
      if (isOver) mapForEach(openValues, noteThrown)
      const text = `"log":[${log}],"values":[${values.told()}],"cut":${cut}`
      written += log.length
      log = ''
      return text
    },
  }

  function openValue(id: number, operation: string, subject: string): OpenValue {
    const outer = mapGet(openValues, id)
    const opened: OpenValue = { ...{ operation, subject, outer }, operands: subject, first: undefined }
    mapSet(openValues, id, opened)
    return opened
  }

  /** Of an operation that was given something and never gave anything. */
  function noteThrown(operation: OpenValue | undefined, id: number): void {
    if (operation !== undefined) noteOperation(id, operation, THREW)
  }

  function noteOperation(
    id: number,
    { operation, subject, first, operands }: OpenValue,
    result: unknown,
  ): void {
    const name = operation === 'slice' && first === undefined ? 'slice()' : operation
    // A function is done to nothing that it could give back.
    const own = subject === '{"k":"function"}' || subject === '{"k":"object"}' ? (first ?? '') : subject
    const told = result !== THREW && hasOwn(CHECKERS, operation) ? WENT_WELL : result
    guarded(() => values.note(id, name, own, operands, told))
  }

  function given(operation: string, value: unknown): string {
    let text = ''
    guarded(() => {
      text = givenTo(operation, value)
    })
    return text
  }

  /** A value that cannot be looked at without running the program's own code is told as cut. */
  function guarded(look: () => void): void {
    try {
      look()
    } catch {
      cut = true
    }
  }

  function note(id: number, kind: string, outcome: boolean, operands: () => string): void {
    const before = mapGet(counts, id) ?? 0
    if (before >= MOST_EACH || written + log.length > MOST_TEXT) {
      cut = true
      return
    }
    mapSet(counts, id, before + 1)
    try {
      log += `${log === '' ? '' : ','}[${id},"${kind}",${outcome},[${operands()}]]`
    } catch {
      // A value that cannot be looked at without running the program's own code.
      cut = true
    }
  }
}

const MOST_EACH = 120
const THREW = ' threw'
const WENT_WELL = ' went well'
/** Of these it is told whether they throw: what they give is seen where it is used. */
const CHECKERS = bare({ RegExp: 1, decodeURI: 1, decodeURIComponent: 1, atob: 1 })
const MOST_TEXT = 1_000_000

function isTrue(value: unknown): boolean {
  return !!value
}
