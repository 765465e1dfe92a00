/** What is wrong with a tool's schemas, as findings about the tool. */
import { type Finding, inOneLine } from '../base/index.js'
import type { Compilation } from '../schema/index.js'

/** A warning when the schema cannot be used at all, and a note for each part of it that no check covers. */
export function schemaFindings(ref: string, side: 'input' | 'output', compilation: Compilation): Finding[] {
  const about = `The ${side} schema of ${inOneLine(ref, 300)}`
  if (compilation.kind === 'refused') {
    const { code, message } = compilation.problem
    return [
      {
        code,
        severity: 'warning',
        certain: true,
        message: `${about} cannot be used: ${inOneLine(message, 300)}`,
      },
    ]
  }
  return compilation.schema.unchecked.map((part) => ({
    code: 'SCHEMA_PARTLY_UNCHECKED',
    severity: 'note',
    certain: true,
    message: `${about} is not checked as a whole: ${inOneLine(part, 300)}`,
  }))
}
