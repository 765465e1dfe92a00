/** What a compiler says of a program, as advice. */
import { type Finding, inOneLine } from '../base/index.js'
import type { ModuleText, TypeProblem } from '../program/index.js'

/**
 * TYPE_MISMATCH, a note and never certain: types are what the text says, and values are what a rehearsal sees. What the compiler says of
 * lines on which something is found already is left out, as is what it says of missing types, files, and values of which nobody knows
 * anything. At most twenty.
 */
export function typeFindings(
  problems: readonly TypeProblem[],
  { positionOf }: ModuleText,
  isToldOf: (line: number) => boolean,
): readonly Finding[] {
  return problems
    .filter(({ code }) => isOfTypes(code))
    .map(({ code, message, offset }): Finding => {
      const [first = ''] = message.split('\n')
      const text = inOneLine(first.replace(/ Do you need to .*$/, ''), 300)
      return {
        code: 'TYPE_MISMATCH',
        severity: 'note',
        certain: false,
        message: `TypeScript says: ${text} (TS${code})`,
        ...positionOf(offset),
      }
    })
    .filter(({ line }) => line === undefined || !isToldOf(line))
    .slice(0, 20)
}

/** Those of 1000 speak of grammar, which was read before, those of 5000 to 7000 of settings and of types that nobody wrote. */
function isOfTypes(code: number): boolean {
  return ((code >= 2000 && code < 3000) || code >= 18_000) && !LEFT_OUT.has(code)
}

const LEFT_OUT: ReadonlySet<number> = new Set([
  // Modules that are not found: nothing is read for a program.
  2307, 2792, 2306,
  // An expectation of an error, where there is none.
  2578,
  // "is of type unknown".
  2571, 18_046,
])
