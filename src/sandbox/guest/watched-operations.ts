/** Operations that make a value: what each is done to, what with, and what it gives. */
import { unorderedOperand } from './operands.js'
import { bare, hasOwn, isArray, mapClear, mapForEach, mapGet, mapSet, NativeMap } from './primordials.js'
import { createValueLog, givenTo } from './value-log.js'
import type { WatchedLog } from './watched-log.js'

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

export class WatchedOperations {
  readonly #log: WatchedLog
  readonly #open = new NativeMap<number, OpenValue | undefined>()
  readonly #values = createValueLog()

  constructor(log: WatchedLog) {
    this.#log = log
  }

  begin(): void {
    mapClear(this.#open)
    this.#values.begin()
  }

  /** Something is done to a value. */
  doneTo(id: number, operation: string, subject: unknown): void {
    const opened = this.#begun(id, operation, this.#given(operation, subject))
    if (hasOwn(ORDERLESS, operation) && isArray(subject))
      this.#log.guarded(() => {
        opened.operands = unorderedOperand(subject)
      })
  }

  /** It is given an argument; without a subject, it is a constructor. */
  doneWith(id: number, value: unknown): void {
    const operation = mapGet(this.#open, id) ?? this.#begun(id, 'new', '')
    const text = this.#given(operation.operation, value)
    operation.operands += `,${text}`
    operation.first ??= text
  }

  gave(id: number, result: unknown): void {
    const operation = mapGet(this.#open, id)
    mapSet(this.#open, id, operation?.outer)
    if (operation !== undefined) this.#note(id, operation, result)
  }

  note(id: number, operation: string, operands: string, result: unknown): void {
    this.#values.note(id, operation, '', operands, result)
  }

  /** As the items of a list. When the program is over, what was given something and never gave anything has thrown. */
  told(isOver: boolean): string {
    if (isOver)
      mapForEach(this.#open, (operation, id) => {
        if (operation !== undefined) this.#note(id, operation, THREW)
      })
    return this.#values.told()
  }

  #begun(id: number, operation: string, subject: string): OpenValue {
    const outer = mapGet(this.#open, id)
    const opened: OpenValue = { ...{ operation, subject, outer }, operands: subject, first: undefined }
    mapSet(this.#open, id, opened)
    return opened
  }

  #note(id: number, { operation, subject, first, operands }: OpenValue, result: unknown): void {
    const name = operation === 'slice' && first === undefined ? 'slice()' : operation
    // A function is done to nothing that it could give back.
    const own = subject === '{"k":"function"}' || subject === '{"k":"object"}' ? (first ?? '') : subject
    const told = result !== THREW && hasOwn(CHECKERS, operation) ? WENT_WELL : result
    this.#log.guarded(() => this.#values.note(id, name, own, operands, told))
  }

  #given(operation: string, value: unknown): string {
    let text = ''
    this.#log.guarded(() => {
      text = givenTo(operation, value)
    })
    return text
  }
}

const THREW = ' threw'
const WENT_WELL = ' went well'
/** Of these it is told whether they throw: what they give is seen where it is used. */
const CHECKERS = bare({ RegExp: 1, decodeURI: 1, decodeURIComponent: 1, atob: 1 })
/** In whichever order a list comes, it is put in the same one, and all of it holds, or some. */
const ORDERLESS = bare({ sort: 1, toSorted: 1, some: 1, every: 1 })
