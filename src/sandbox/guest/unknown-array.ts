/** The array methods of an unknown: they call the function they are given once, so that the calls inside it are seen. */
import { argumentAt, isArray } from './primordials.js'

/** The unknown that stands for the list. */
export interface UnknownList {
  /** Makes another unknown; `element` is what iterating it yields. */
  make(label: string, element: { readonly value: unknown } | undefined): object
  /** The label of what the method gives. */
  readonly label: string
  readonly self: unknown
  readonly element: unknown
}

export type ArrayMethod = (list: UnknownList, values: readonly unknown[]) => unknown

/** The method of that name, when it is one that takes a function or gives pairs. */
export function arrayMethodOf(name: string): ArrayMethod | undefined {
  switch (name) {
    case 'map':
      return (list, values) => listOf(list, once(list, argumentAt(values, 0)))
    case 'flatMap':
      return (list, values) => listOf(list, firstOf(once(list, argumentAt(values, 0))))
    case 'filter':
    case 'sort':
    case 'toSorted':
      return (list, values) => {
        once(list, argumentAt(values, 0))
        return listOf(list, list.element)
      }
    case 'find':
    case 'findLast':
      return (list, values) => {
        once(list, argumentAt(values, 0))
        return list.element
      }
    case 'forEach':
    case 'some':
    case 'every':
    case 'findIndex':
    case 'findLastIndex':
      return (list, values) => {
        once(list, argumentAt(values, 0))
        return list.make(list.label, undefined)
      }
    case 'reduce':
    case 'reduceRight':
      return reduceOnce
    case 'entries':
      return (list) => listOf(list, [list.make(`${list.label}[0]`, undefined), list.element])
    default:
      return undefined
  }
}

function once(list: UnknownList, callback: unknown): unknown {
  return typeof callback === 'function'
    ? callback(list.element, 0, list.self)
    : list.make(list.label, undefined)
}

/** What is folded into a promise or an object is kept, so that it can be awaited; a sum is not known. */
function reduceOnce(list: UnknownList, values: readonly unknown[]): unknown {
  const callback = argumentAt(values, 0)
  const initial = argumentAt(values, 1) ?? list.make(list.label, undefined)
  if (typeof callback !== 'function') return list.make(list.label, undefined)
  const folded: unknown = callback(initial, list.element, 0, list.self)
  return typeof folded === 'object' && folded !== null ? folded : list.make(list.label, undefined)
}

function listOf(list: UnknownList, element: unknown): object {
  return list.make(list.label, { value: element })
}

function firstOf(value: unknown): unknown {
  return isArray(value) ? argumentAt(value, 0) : value
}
