/** Comparisons of a program, made once more by whoever watches them. */
import { isInstance, NativeDate } from './primordials.js'

/** Whether an object is compared by what it makes of itself. */
export function isConverted(operator: string, left: unknown, right: unknown): boolean {
  if (operator === '===' || operator === '!==') return false
  if (operator === '==' || operator === '!=')
    return isObject(left)
      ? right !== undefined && right !== null && !isObject(right)
      : isObject(right) && left !== undefined && left !== null
  return isObject(left) || isObject(right)
}

/** Not a point in time, which is compared by its number. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isInstance(NativeDate, value)
}

/** How the program's own operator comes out. */
export function compared(operator: string, left: unknown, right: unknown): boolean {
  const a = left as number
  const b = right as number
  switch (operator) {
    case '===':
      return a === b
    case '!==':
      return a !== b
    case '==':
      // biome-ignore lint/suspicious/noDoubleEquals: the program's own operator
      return a == b
    case '!=':
      // biome-ignore lint/suspicious/noDoubleEquals: the program's own operator
      return a != b
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    default:
      return a >= b
  }
}

/** Whether the answer of a method is a yes. */
export function saysYes(
  { method, subject }: { readonly method: string; readonly subject: unknown },
  result: unknown,
): boolean {
  if (typeof result === 'boolean') return result
  if (typeof result === 'number') return method === 'localeCompare' ? result === 0 : result >= 0
  if (method === 'split') return (result as { readonly length: number }).length > 1
  if (method === 'replace' || method === 'replaceAll') return result !== subject
  return result !== undefined && result !== null
}
