/** What a server says of its own, as a comment that it cannot leave. */
import { printable, shorten } from './printable.js'
import { scriptLines } from './text-position.js'

/** The lines of a JSDoc comment, each with the indent in front and a line end behind; empty where there is nothing to say. */
export function docComment(text: string | undefined, indent: string): string {
  const said = shorten((text ?? '').trim(), MAX_LENGTH)
  if (said === '') return ''
  const lines = scriptLines(said).map(commentLine)
  const [only = ''] = lines
  if (lines.length === 1) return `${indent}/** ${only} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

const MAX_LENGTH = 4_000

function commentLine(line: string): string {
  return printable(line.replaceAll('\t', '  '), { oneLine: true }).replaceAll('*/', '*\\/').trimEnd()
}
