/** What is wrong with a tool's schemas, as findings about the tool. */
import { type Finding, printable, shorten } from '../base/index.js'
import type { Compilation } from '../schema/index.js'

/** A warning when the schema cannot be used at all, and a note for each part of it that no check covers. */
export function schemaFindings(ref: string, side: 'input' | 'output', compilation: Compilation): Finding[] {
  const about = `The ${side} schema of ${shown(ref)}`
  if (compilation.kind === 'refused') {
    const { code, message } = compilation.problem
    return [
      { code, severity: 'warning', certain: true, message: `${about} cannot be used: ${shown(message)}` },
    ]
  }
  return compilation.schema.unchecked.map((part) => ({
    code: 'SCHEMA_PARTLY_UNCHECKED',
    severity: 'note',
    certain: true,
    message: `${about} is not checked as a whole: ${shown(part)}`,
  }))
}

function shown(text: string): string {
  return shorten(printable(text, { oneLine: true }), 300)
}
