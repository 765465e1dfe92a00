/**
 * Sees how the conditions of a program come out, and from what. The program's text calls it where the host has put it; it gives back
 * what it is given. A program that calls it by itself deceives itself alone: nothing but the word on guesses hangs on what is seen.
 */
import { compared, isConverted, isObject, saysYes } from './comparisons.js'
import { markAppended, markFormatted, markItems, markPart, markReplacement, markSum } from './marks.js'
import { encodeOperand, HIDDEN, isWatchable, keysOperand, madeOf, memberOperands } from './operands.js'
import {
  bare,
  freeze,
  hasOwn,
  isArray,
  mapClear,
  mapGet,
  mapSet,
  NativeMap,
  objectPrototype,
  ownNames,
  reflectApply,
  toText,
} from './primordials.js'
import { RANGES } from './ranges.js'
import type { AnyFunction } from './replace.js'
import { eachTaken } from './taken-members.js'
import { itemAt } from './value-log.js'
import { WatchedLog } from './watched-log.js'
import { WatchedOperations } from './watched-operations.js'

export interface Watcher {
  /** What the text calls. */
  readonly entry: object
  begin(): void
  /** What was seen since it was last asked, as the members of a message. */
  told(isOver: boolean): string
}

/** What is seen is put here. */
interface Seen {
  readonly log: WatchedLog
  readonly operations: WatchedOperations
  /** By the number of a place: what a `switch` looks at, and the holder of a member whose name is computed. */
  readonly subjects: Map<number, unknown>
  readonly open: Map<number, OpenCall>
}

/** What a method was called on, until it is known what it gave. */
interface OpenCall {
  readonly method: string
  readonly subject: unknown
  readonly isWatched: boolean
  operands: string
}

export function createWatcher(): Watcher {
  const log = new WatchedLog()
  const operations = new WatchedOperations(log)
  const seen: Seen = { log, operations, subjects: new NativeMap(), open: new NativeMap() }
  return {
    entry: freeze(
      bare({
        ...conditions(seen),
        ...methods(seen),
        ...members(seen),
        ...taken(seen),
        ...made(seen),
        /** In the place of what cannot be looked at. */
        H: bare({}),
        ...MARKS,
      }),
    ),
    begin() {
      log.begin()
      operations.begin()
      mapClear(seen.subjects)
      mapClear(seen.open)
    },
    told: (isOver) => `"log":[${log.told()}],"values":[${operations.told(isOver)}],"cut":${log.isCut()}`,
  }
}

function conditions({ log, subjects }: Seen) {
  return {
    /** A test: whether a value counts as true. */
    t(id: number, value: unknown): unknown {
      log.note(id, 'truth', isTrue(value), () => encodeOperand(value))
      return value
    },
    /** Whether there is a value. */
    n(id: number, value: unknown): unknown {
      log.note(id, 'nullish', value === undefined || value === null, () => encodeOperand(value))
      return value
    },
    /** How long something waits: it comes out one way alone, and is open where it moves. */
    h(id: number, value: unknown): unknown {
      log.note(id, 'timer', true, () => encodeOperand(value))
      return value
    },
    /** A comparison. */
    c(id: number, operator: string, left: unknown, right: unknown): boolean {
      const outcome = compared(operator, left, right)
      log.note(id, operator, outcome, () =>
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
      log.note(id, '===', subject === value, () => `${encodeOperand(subject)},${encodeOperand(value)}`)
      return value
    },
    /** A number that a method takes between two others, and throws for any else. */
    l(id: number, method: string, value: unknown): unknown {
      const range = mapGet(RANGES, method)
      if (range === undefined || typeof value !== 'number') return value
      log.note(id, '>=', value >= range.least, () => `${encodeOperand(value)},${range.least}`)
      log.note(id, '<=', value <= range.most, () => `${encodeOperand(value)},${range.most}`)
      return value
    },
  }
}

function methods({ log, operations, open }: Seen) {
  return {
    /** A method that asks something: what it is asked of, with what, and what it says. */
    o(id: number, method: string, subject: unknown): unknown {
      // Of nothing nothing is asked: the chain ends.
      const isWatched = subject === undefined || subject === null || isWatchable(subject)
      mapSet(open, id, { method, subject, isWatched, operands: '' })
      // Of what is not looked into, such as `Reflect`, the answer is seen as that of any other method.
      if (!isWatched) operations.doneTo(id, method, subject)
      return subject
    },
    a(id: number, value: unknown): unknown {
      const call = mapGet(open, id)
      if (call?.isWatched === true) call.operands += `,${encodeOperand(value)}`
      else if (call !== undefined) operations.doneWith(id, value)
      return value
    },
    r(id: number, result: unknown): unknown {
      const call = mapGet(open, id)
      if (call?.isWatched === false) operations.gave(id, result)
      if (call?.isWatched !== true) return result
      const operands = (): string => `${encodeOperand(call.subject)}${call.operands}`
      log.note(id, call.method, saysYes(call, result), operands)
      return result
    },
    /** The same with a look at what it is asked of is made of alone: the end of a chain that may end early. */
    b(id: number, method: string, result: unknown, from: unknown): unknown {
      log.note(id, method, isTrue(result) && result !== -1, () => madeOf(from))
      return result
    },
    /** The same in the midst of one: what comes of it is not seen. */
    u(id: number, method: string, from: unknown, value: unknown): unknown {
      log.note(id, method, true, () => `${madeOf(from)},${encodeOperand(value)}`)
      return value
    },
  }
}

function members({ log, operations, subjects }: Seen) {
  return {
    /** A member whose name is computed. */
    i(id: number, holder: unknown): unknown {
      mapSet(subjects, id, holder)
      return holder
    },
    j(id: number, key: unknown): unknown {
      const holder = mapGet(subjects, id)
      const isItem = typeof key === 'number' && (typeof holder === 'string' || isArray(holder))
      if (!isItem && (typeof key === 'string' || typeof key === 'number') && isObject(holder)) {
        const operands = (): string => `${keysOperand(holder)},${encodeOperand(toText(key))}`
        log.note(id, 'member', hasOwn(holder, key), operands)
      }
      if (isItem)
        log.guarded(() =>
          operations.note(id, 'item', `${encodeOperand(holder)},${toText(key)}`, itemAt(holder, key)),
        )
      return key
    },
    /** The name under which something is put. */
    z(id: number, key: unknown): unknown {
      const holder = mapGet(subjects, id)
      if (typeof key === 'string' && isObject(holder) && !isArray(holder) && ownNames(holder).length > 0)
        log.note(id, 'member', hasOwn(holder, key), () => `${keysOperand(holder)},${encodeOperand(key)}`)
      return key
    },
    /** A member by a name that stands in the text. */
    m: (id: number, name: string, holder: unknown): unknown => noteMember(log, id, name, holder),
  }
}

/** Members that a pattern takes of a value, and of what a function is given. */
function taken({ log }: Seen) {
  const note = (id: number, name: string, holder: unknown): unknown => noteMember(log, id, name, holder)
  return {
    g(looks: Parameters<typeof eachTaken>[0], value: unknown): unknown {
      log.guarded(() => eachTaken(looks, value, note))
      return value
    },
    y(looks: Parameters<typeof eachTaken>[0], self: unknown, given: unknown[], call: AnyFunction): unknown {
      log.guarded(() => eachTaken(looks, given, note))
      return reflectApply(call, self, given)
    },
  }
}

/** Of an object with names that may not be there: whether this one is, and what. */
function noteMember(log: WatchedLog, id: number, name: string, holder: unknown): unknown {
  if (isObject(holder) && !isArray(holder) && !hasOwn(objectPrototype, name))
    log.guarded(() => {
      const isHeld = hasOwn(holder, name)
      log.note(id, isHeld ? 'held' : 'name', isHeld, () => memberOperands(holder, name))
    })
  return holder
}

function made({ operations }: Seen) {
  return {
    /** An operation that makes a value: what it is done to, what with, and what it gives. */
    p(id: number, operation: string, subject: unknown): unknown {
      operations.doneTo(id, operation, subject)
      return subject
    },
    q(id: number, value: unknown): unknown {
      operations.doneWith(id, value)
      return value
    },
    v(id: number, result: unknown): unknown {
      operations.gave(id, result)
      return result
    },
  }
}

/**
 * What becomes a part of a text, in the one in which such places are marked: a part, one that replaces, a sum, one that is appended, a list
 * that is joined, a number in a form.
 */
const MARKS = {
  X: markPart,
  W: markReplacement,
  P: markSum,
  Q: markAppended,
  L: markItems,
  F: markFormatted,
}

function isTrue(value: unknown): boolean {
  return !!value
}
