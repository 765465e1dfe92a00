/** Patterns from untrusted schemas, compiled so that no text can make them hang. */
import { createRequire } from 'node:module'
import { messageOf } from '../../base/index.js'
import { parsePattern } from './parse-pattern.js'
import type { Pattern } from './pattern-syntax.js'
import { printRe2 } from './print-re2.js'

export type CompiledPattern =
  | {
      readonly kind: 'matcher'
      readonly pattern: Pattern
      /** Grows with the work that one character of text can make. */
      readonly size: number
      matches(text: string): boolean
    }
  | { readonly kind: 'unchecked'; readonly reason: string }

/** Compiles an ECMA-262 pattern for RE2; tells why when RE2 cannot express it. */
export function compilePattern(source: string): CompiledPattern {
  if (source.length > MAX_SOURCE) return { kind: 'unchecked', reason: `longer than ${MAX_SOURCE} characters` }
  const parsed = parsePattern(source)
  if (parsed.kind === 'unreadable') return { kind: 'unchecked', reason: `it has ${parsed.reason}` }
  const size = sizeOf(parsed.pattern)
  if (size > MAX_SIZE)
    return { kind: 'unchecked', reason: 'its repetitions multiply to more than can be matched' }
  try {
    const expression = re2().RE2JS.compile(printRe2(parsed.pattern))
    return { kind: 'matcher', pattern: parsed.pattern, size, matches: (text) => expression.test(text) }
  } catch (failure) {
    return { kind: 'unchecked', reason: messageOf(failure) }
  }
}

const require = createRequire(import.meta.url)

/** Loaded with the first pattern: most tools have none. */
function re2(): typeof import('re2js') {
  return require('re2js')
}

const MAX_SOURCE = 10_000
const MAX_SIZE = 10_000

function sizeOf(pattern: Pattern): number {
  switch (pattern.kind) {
    case 'sequence':
      return sum(pattern.items)
    case 'choice':
      return sum(pattern.options)
    case 'repeat':
      return 1 + sizeOf(pattern.item) * Math.max(1, Number.isFinite(pattern.max) ? pattern.max : pattern.min)
    default:
      return 1
  }
}

function sum(patterns: readonly Pattern[]): number {
  return patterns.reduce((total, pattern) => total + sizeOf(pattern), 1)
}
